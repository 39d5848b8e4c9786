package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.UUID;
import java.util.function.Supplier;

final class GetTask {
  record Request(@Description(FieldText.TASK_ID) UUID taskId) {}

  private GetTask() {}

  static Tool<Request, BoardTaskView> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(
            BatonTool.named("get_task", Request.class, BoardTaskView.class), orchestrator)
        .title("Get task")
        .description(
            """
            Shows one task whole, with its description and its newest attempt.
            Use when: you need what list_tasks leaves out.
            Required: task_id.
            Optional: nothing.
            Next: start_task_attempt, or get_attempt_status with latest_attempt_id.
            Avoid: calling it for every task of a list.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, GetTask::handle));
  }

  static BoardTaskView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return BoardTaskView.of(orchestrator.board().loadTask(request.taskId()), orchestrator, context);
  }
}
