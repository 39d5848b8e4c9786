package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class UpdateProject {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("Starts todo tasks by itself, by priority and position")
          Optional<Rule> autoStart,
      @Description("False resumes it, true pauses it") Optional<Boolean> autoStartPaused,
      @Description(FieldText.NEW_BUDGET) Optional<BigDecimal> budget) {}

  record Rule(
      @Description("Most that run at a time; 0 turns it off") BigInteger limit,
      @Description(FieldText.EXECUTOR) String executor,
      @Description("Its variant") Optional<String> variant,
      @Description("Only tasks with all these labels") Optional<List<String>> labels) {
    Pull toPull() {
      return new Pull(Limits.whole(limit), executor, variant, labels.orElse(List.of()));
    }
  }

  record Response(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description(FieldText.AUTO_START_OF_PROJECT) Optional<ObjectNode> autoStart,
      @Description("As in get_costs, or null") Optional<ObjectNode> budget) {}

  private UpdateProject() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return tool(orchestrator, false);
  }

  /** The same for people, who may also raise or remove a budget. */
  static Tool<Request, Response> toolOfPeople(Supplier<Orchestrator> orchestrator) {
    return tool(orchestrator, true);
  }

  private static Tool<Request, Response> tool(
      Supplier<Orchestrator> orchestrator, boolean isPerson) {
    return BatonTool.named("update_project", Request.class, Response.class)
        .title("Update project")
        .description(
            """
            Says whether a project starts its unblocked todo tasks by itself; off at first. After three
            failures in a row it pauses, which list_projects shows.
            Use when: the user wants the tasks of a project done unasked.
            Required: project_id.
            Optional: auto_start, auto_start_paused, budget.
            Next: tail_events with project_id.
            Avoid: resuming before the reason of the pause is gone.\
            """)
        .annotations(Hints.SETS)
        .handler(
            new OperationHandler<>(
                orchestrator, (it, request, _) -> handle(it, request, isPerson)));
  }

  private static Response handle(Orchestrator orchestrator, Request request, boolean isPerson) {
    var changed =
        orchestrator
            .autoStarts()
            .change(
                new PullChange(
                    request.projectId(),
                    request.autoStart().map(Rule::toPull),
                    request.autoStartPaused(),
                    request.budget().map(dollars -> new NewBudget(dollars, isPerson))));
    return new Response(
        changed.project().id(),
        changed.pull().map(ListProjects::json),
        orchestrator.costs().budgetOfProject(changed.project().id()).map(BudgetJson::of));
  }
}
