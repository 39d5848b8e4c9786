package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolBuilder;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdatedAttempt;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class UpdateAttempt {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Only this repo; default all, together or not at all") Optional<UUID> repoId,
      @Description("Target from now on, a local branch; default the one it has")
          Optional<String> targetBranch,
      @Description("rebase (default) or merge; what the agent resolves is always a merge")
          Optional<UpdateStrategy> strategy,
      @Description("True lets the agent resolve conflicts in one turn; default false")
          Optional<Boolean> resolve) {
    UpdateRequest toUpdateRequest(boolean overBudget) {
      return new UpdateRequest(
          attemptId,
          repoId,
          targetBranch,
          strategy.orElse(UpdateStrategy.REBASE),
          resolve.orElse(false),
          overBudget);
    }
  }

  /** What people may say besides. */
  record RequestOfPeople(
      @Inline Request message, @Description(FieldText.FORCE) Optional<Boolean> force)
      implements Forced<Request> {}

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("For each repo") List<Update> updates,
      @Description("Refs of the work before") List<String> keptRefs,
      @Description("The agent, or null") Optional<UUID> executionProcessId) {
    static Response of(UpdatedAttempt updated) {
      return new Response(
          updated.attemptId(),
          updated.updates().stream().map(Update::of).toList(),
          updated.keptRefs(),
          updated.executionProcessId());
    }
  }

  record Update(
      @Description("The repo") UUID repoId,
      @Description("Its name") String repoName,
      @Description("Target") String targetBranch,
      @Description("Its commit; null if not done") Optional<String> commit,
      @Description("News of the target") int commits,
      @Description("Files in conflict") List<String> conflicts) {
    static Update of(UpdatedAttempt.UpdatedRepo update) {
      return new Update(
          update.repoId(),
          update.repoName(),
          update.targetBranch(),
          update.commit(),
          update.commits(),
          update.conflicts());
    }
  }

  private static final String NAME = "update_attempt";

  private UpdateAttempt() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return described(BatonTool.named(NAME, Request.class, Response.class))
        .handler(Forced.never(orchestrator, UpdateAttempt::handle));
  }

  /** The same for people, who may pass a budget. */
  static Tool<RequestOfPeople, Response> toolOfPeople(Supplier<Orchestrator> orchestrator) {
    return described(BatonTool.named(NAME, RequestOfPeople.class, Response.class))
        .handler(Forced.handler(orchestrator, UpdateAttempt::handle));
  }

  private static <I> ToolBuilder<I, Response> described(ToolBuilder<I, Response> tool) {
    return tool.title("Update attempt")
        .description(
            """
            Brings the news of the target branch into an attempt's branch, or moves the attempt to
            another target. With conflicts nothing is changed and their files are listed, unless
            resolve is true.
            Use when: the target has moved on, or merge_attempt says git_conflict.
            Required: attempt_id.
            Optional: target_branch, strategy, repo_id, resolve.
            Next: merge_attempt; with conflicts update_attempt with resolve, then get_attempt_status.
            Avoid: calling it while the attempt runs (attempt_busy).\
            """)
        .annotations(Hints.RUNS_AGENT);
  }

  private static Response handle(
      Orchestrator orchestrator, Request request, boolean force, RequestContext context) {
    return Response.of(orchestrator.updates().update(request.toUpdateRequest(force)));
  }
}
