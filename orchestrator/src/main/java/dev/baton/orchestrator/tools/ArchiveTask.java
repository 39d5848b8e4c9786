package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class ArchiveTask {
  record Request(
      @Description(FieldText.TASK_ID) UUID taskId,
      @Description(ARCHIVED) Optional<Boolean> archived) {}

  static final String NAME = "archive_task";
  static final String ARCHIVED = "False brings the task back; default true";

  private ArchiveTask() {}

  static Tool<Request, BoardTaskView> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(BatonTool.named(NAME, Request.class, BoardTaskView.class), orchestrator)
        .title("Archive task")
        .description(
            """
            Leaves a task out of list_tasks, or brings it back; nothing is deleted or stopped.
            Use when: the user wants a finished task off the board.
            Required: task_id.
            Optional: archived.
            Next: list_tasks with archived true.
            Avoid: archiving what is still to be done; update_task cancels it.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, ArchiveTask::handle));
  }

  static BoardTaskView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return BoardTaskView.of(
        orchestrator.board().archiveTask(request.taskId(), request.archived().orElse(true)),
        orchestrator,
        context);
  }
}
