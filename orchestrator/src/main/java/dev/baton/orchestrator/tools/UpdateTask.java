package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.tools.CreateTask.AutoStartField;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

final class UpdateTask {
  record Request(
      @Description(FieldText.TASK_ID) UUID taskId,
      @Description("New title, one line of 1 to 500 characters") Optional<String> title,
      @Description("New description; an empty string clears it") Optional<String> description,
      @Description("Column of the board to move it to") Optional<BoardTaskStatus> status,
      @Description("Names of all labels that it has then; new ones are made")
          Optional<List<String>> labels,
      @Description("New priority") Optional<Priority> priority,
      @Description(
              "Place in its column: top (also of a new one), bottom, {before: task_id} or {after:"
                  + " task_id}")
          Optional<JsonNode> position,
      @Description(FieldText.BLOCKERS + "; all of them") Optional<List<String>> blockedBy,
      @Description(FieldText.AUTO_START) Optional<AutoStartField> autoStart,
      @Description(FieldText.NEW_BUDGET) Optional<BigDecimal> budget) {}

  private UpdateTask() {}

  static Tool<Request, BoardTaskView> tool(Supplier<Orchestrator> orchestrator) {
    return tool(orchestrator, false);
  }

  /** The same for people, who may also raise or remove a budget. */
  static Tool<Request, BoardTaskView> toolOfPeople(Supplier<Orchestrator> orchestrator) {
    return tool(orchestrator, true);
  }

  private static Tool<Request, BoardTaskView> tool(
      Supplier<Orchestrator> orchestrator, boolean isPerson) {
    return TaskNaming.in(
            BatonTool.named("update_task", Request.class, BoardTaskView.class), orchestrator)
        .title("Update task")
        .description(
            """
            Changes a task; what is left out stays.
            Use when: the user refines a task, or moves it on the board.
            Required: task_id.
            Optional: title, description, status, labels, priority, position, blocked_by, auto_start,
            budget.
            Next: start_task_attempt to try it with the new words.
            Avoid: setting inprogress, inreview or done by hand; running attempts do that.\
            """)
        .annotations(Hints.SETS)
        .rule(PlacementJson.RULE, PlacementJson::check)
        .handler(
            new OperationHandler<>(
                orchestrator, (it, request, context) -> handle(it, request, isPerson, context)));
  }

  private static BoardTaskView handle(
      Orchestrator orchestrator, Request request, boolean isPerson, RequestContext context) {
    return BoardTaskView.of(
        orchestrator
            .board()
            .changeTask(
                new BoardTaskChange(
                    request.taskId(),
                    request.title(),
                    request.description(),
                    request.status(),
                    request.labels(),
                    request.priority(),
                    request.position().map(PlacementJson::read),
                    request.blockedBy(),
                    request.autoStart().map(AutoStartField::toAutoStart),
                    request.budget().map(dollars -> new NewBudget(dollars, isPerson)))),
        orchestrator,
        context);
  }
}
