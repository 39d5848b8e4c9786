package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.upkeep.Pruner.Pruned;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class Prune {
  record Request(
      @Description("True removes nothing and says what would go; default false")
          Optional<Boolean> dryRun) {}

  record Response(
      @Description("True if nothing was removed") boolean dryRun,
      @Description("Worktrees of finished tasks; they come back when they are needed")
          List<Worktree> worktrees,
      @Description("Logs of finished attempts") List<Log> logs,
      @Description("What should have gone and could not") List<Failure> failures) {}

  record Worktree(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Directory of the workspace") String path,
      @Description("Size in bytes") long bytes,
      @Description(FieldText.KEPT_REFS) List<String> keptRefs) {}

  record Log(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Number of log entries") long entries) {}

  record Failure(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Why it could not go") String reason) {}

  private Prune() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("prune", Request.class, Response.class)
        .title("Prune")
        .description(
            """
            Removes at once what the server removes from time to time: worktrees of finished tasks
            and logs of finished attempts that nobody has worked with for long. Work is kept.
            Use when: the disk is full.
            Required: nothing.
            Optional: dry_run.
            Next: delete_task or delete_attempt for what shall go altogether.
            Avoid: deleting directories by hand.\
            """)
        .annotations(Hints.REMOVES)
        .handler(new OperationHandler<>(orchestrator, Prune::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return view(orchestrator.pruner().prune(request.dryRun().orElse(false)));
  }

  private static Response view(Pruned pruned) {
    return new Response(
        pruned.isDryRun(),
        pruned.worktrees().stream()
            .map(
                it -> new Worktree(it.attemptId(), it.path().toString(), it.bytes(), it.keptRefs()))
            .toList(),
        pruned.logs().stream().map(it -> new Log(it.attemptId(), it.entries())).toList(),
        pruned.failures().stream().map(it -> new Failure(it.attemptId(), it.reason())).toList());
  }
}
