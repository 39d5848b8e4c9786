package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.changes.ChangeStatus;
import dev.baton.orchestrator.changes.Changes;
import dev.baton.orchestrator.changes.Changes.ChangeSummary;
import dev.baton.orchestrator.changes.Changes.FileChange;
import dev.baton.orchestrator.transcript.Utf8;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class GetAttemptChanges {
  private static final int MOST_WORDS = 2048;

  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("True lists all of them; default false") Optional<Boolean> force) {}

  record Response(
      @Description("How much changed") Summary summary,
      @Description("The files are not listed") boolean blocked,
      @Description("summary_failed: git could not tell; threshold_exceeded: too much; else null")
          Optional<Changes.Blocked> blockedReason,
      @OmitWhenEmpty @Description("What git said, if summary_failed") Optional<String> reason,
      @OmitWhenEmpty @Description("What to do about it, if blocked") Optional<String> hint,
      @Description("Changed files") List<File> files) {
    static Response of(Changes changes) {
      return new Response(
          Summary.of(changes.summary()),
          changes.blocked().isPresent(),
          changes.blocked(),
          changes.problem().map(text -> Utf8.cut(text, MOST_WORDS)),
          changes.blocked().map(Response::hint),
          changes.files().stream().map(File::of).toList());
    }

    private static String hint(Changes.Blocked blocked) {
      return switch (blocked) {
        case SUMMARY_FAILED ->
            "Fix what git reports in reason, in workspace_path of get_attempt_status, then call"
                + " get_attempt_changes again";
        case THRESHOLD_EXCEEDED ->
            "Call get_attempt_changes again with force true, or get_attempt_patch with some paths";
      };
    }
  }

  record Summary(
      @Description("Changed files") int fileCount,
      @Description("Added lines") long added,
      @Description("Deleted lines") long deleted,
      @Description("Of the new contents") long totalBytes) {
    static Summary of(ChangeSummary summary) {
      return new Summary(
          summary.fileCount(), summary.added(), summary.deleted(), summary.totalBytes());
    }
  }

  record File(
      @Description("With repo_name/ before it if there are several") String path,
      @Description("What happened to it") ChangeStatus status,
      @Description("Added lines, 0 if binary") long added,
      @Description("Deleted lines, 0 if binary") long deleted,
      @OmitWhenEmpty @Description("Path before") Optional<String> oldPath,
      @Description("It is no text") boolean binary) {
    static File of(FileChange change) {
      return new File(
          change.path(),
          change.status(),
          change.added(),
          change.deleted(),
          change.oldPath(),
          change.binary());
    }
  }

  private GetAttemptChanges() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("get_attempt_changes", Request.class, Response.class)
        .title("Get attempt changes")
        .description(
            """
            Lists what an attempt changed against its target branch, committed or not.
            Use when: an attempt is done and its work is to be reviewed.
            Required: attempt_id.
            Optional: force (if blocked_reason is threshold_exceeded).
            Next: get_attempt_patch with some of the paths, get_attempt_file for a whole file.
            Avoid: force for very large changes; the summary may be enough.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, GetAttemptChanges::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return Response.of(
        orchestrator.work().changes(request.attemptId(), request.force().orElse(false)));
  }
}
