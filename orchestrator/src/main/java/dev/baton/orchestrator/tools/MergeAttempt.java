package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.shipping.AttemptMerges.MergedAttempt;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class MergeAttempt {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Only this repo, from list_repos; default all or none") Optional<UUID> repoId,
      @Description("squash (default): one commit; merge: a merge commit; rebase: commit by commit")
          Optional<MergeStrategy> strategy,
      @Description("Commit message; default title and description of the task")
          Optional<String> message,
      @Description("True also merges what a failed or stopped turn has left")
          Optional<Boolean> force) {
    MergeRequest toMergeRequest() {
      return new MergeRequest(
          attemptId, repoId, strategy.orElse(MergeStrategy.SQUASH), message, force.orElse(false));
    }
  }

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("For each repo") List<Merge> merges,
      @Description(FieldText.TASK_STATUS) BoardTaskStatus taskStatus) {
    static Response of(MergedAttempt merged) {
      return new Response(
          merged.attemptId(),
          merged.merges().stream().map(Merge::of).toList(),
          merged.taskStatus());
    }
  }

  record Merge(
      @Description("The repo") UUID repoId,
      @Description("Its name") String repoName,
      @Description("Target") String targetBranch,
      @Description("Its commit now") String commit) {
    static Merge of(MergedAttempt.RepoMerge merge) {
      return new Merge(merge.repoId(), merge.repoName(), merge.targetBranch(), merge.commit());
    }
  }

  private MergeAttempt() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("merge_attempt", Request.class, Response.class)
        .title("Merge attempt")
        .description(
            """
            Brings an attempt's work into its target branches; what is uncommitted is committed
            first. The task is done afterwards.
            Use when: the user has reviewed the changes and wants them.
            Required: attempt_id.
            Optional: strategy, message, repo_id, force.
            Next: git_conflict: update_attempt with resolve true.
            target_dirty: ask the user to commit or stash what is in their checkout.
            attempt_failed: follow_up, so that the agent finishes.
            Avoid: merging what nobody has looked at; get_attempt_changes first. force without the
            user's word.\
            """)
        .annotations(Hints.MERGES)
        .handler(new OperationHandler<>(orchestrator, MergeAttempt::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return Response.of(orchestrator.merges().merge(request.toMergeRequest()));
  }
}
