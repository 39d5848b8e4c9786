package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.cost.Budget;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class ExceedBudget {
  record Request(@Description(FieldText.TASK_ID) UUID taskId) {}

  record Response(
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description("Budgets of its turns: " + FieldText.BUDGET) List<ObjectNode> budgets) {}

  private ExceedBudget() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(
            BatonTool.named("exceed_budget", Request.class, Response.class), orchestrator)
        .title("Exceed budget")
        .description(
            """
            Lets the next turn of a task begin although a budget is used up. What waits begins when its turn comes.
            Use when: one turn more is worth its money, and the budget shall stay as it is.
            Required: task_id.
            Optional: nothing.
            Next: start_task_attempt or follow_up, if nothing waits.
            Avoid: repeating it for every turn; raise the budget by update_task or update_project.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, ExceedBudget::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var task = orchestrator.board().loadTask(request.taskId()).task();
    if (orchestrator.costs().budgets(task.id()).stream().noneMatch(Budget::isExceeded)) {
      throw ToolFailure.invalid(
          "/task_id",
          "No budget of task #%d '%s' is used up, so its turns begin without a permit"
              .formatted(task.number(), task.title()),
          "Call start_task_attempt or follow_up; get_task shows its budget, if it has one");
    }
    return new Response(
        request.taskId(),
        orchestrator.costs().exceed(request.taskId()).stream().map(BudgetJson::of).toList());
  }
}
