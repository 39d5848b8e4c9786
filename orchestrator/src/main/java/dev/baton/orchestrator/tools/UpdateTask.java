package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Board.BoardTaskChange;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTaskStatus;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class UpdateTask {
  record Request(
      @Description(FieldText.TASK_ID) UUID taskId,
      @Description("New title, one line of 1 to 500 characters, not blank") Optional<String> title,
      @Description("New description; an empty string clears it") Optional<String> description,
      @Description("Column of the board to move it to") Optional<BoardTaskStatus> status) {}

  private UpdateTask() {}

  static Tool<Request, BoardTaskView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("update_task", Request.class, BoardTaskView.class)
        .title("Update task")
        .description(
            """
            Changes title, description or status of a task; what is left out stays.
            Use when: the user refines a task, or moves it on the board.
            Required: task_id.
            Optional: title, description, status.
            Next: start_task_attempt if the task is to be tried with the new words.
            Avoid: setting inprogress, inreview or done by hand; running attempts do that.\
            """)
        .annotations(Hints.SETS)
        .handler(new LateHandler<>(orchestrator, UpdateTask::handle));
  }

  static BoardTaskView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return BoardTaskView.of(
        orchestrator
            .board()
            .changeTask(
                new BoardTaskChange(
                    request.taskId(), request.title(), request.description(), request.status())));
  }
}
