package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.changes.BlockedRead;
import dev.baton.orchestrator.changes.PatchReader.Patch;
import dev.baton.orchestrator.review.AttemptWork.PatchQuery;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class GetAttemptPatch {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Paths as get_attempt_changes shows them, 1 to 100") List<String> paths,
      @Description("Most bytes of the patch, 4 to 2097152. Default 30000")
          Optional<BigInteger> maxBytes) {
    PatchQuery toQuery() {
      return new PatchQuery(attemptId, paths, maxBytes.map(Limits::whole));
    }
  }

  record Response(
      @Description("Unified diff of git; empty if blocked") String patch,
      @Description("Paths in it") List<String> files,
      @Description("Changed paths that did not fit") List<String> omitted,
      @Description("There is no patch") boolean blocked,
      @Description("Why there is none, or null") Optional<BlockedRead> blockedReason,
      @Description("Something was omitted") boolean truncated,
      @Description("Of the whole patch") long totalBytes,
      @Description("How to read the rest, or null") Optional<String> hint) {
    static Response of(Patch patch) {
      return new Response(
          patch.patch(),
          patch.files(),
          patch.omitted(),
          patch.blocked().isPresent(),
          patch.blocked(),
          patch.truncated(),
          patch.totalBytes(),
          patch.hint());
    }
  }

  private GetAttemptPatch() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("get_attempt_patch", Request.class, Response.class)
        .title("Get attempt patch")
        .description(
            """
            Shows the changes of some files of an attempt as a unified diff.
            Use when: you review what get_attempt_changes lists.
            Required: attempt_id, paths.
            Optional: max_bytes.
            Next: the same with the paths of omitted; follow_up with what is to be corrected.
            Avoid: asking for all files of a large change at once.""")
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, GetAttemptPatch::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return Response.of(orchestrator.work().patch(request.toQuery()));
  }
}
