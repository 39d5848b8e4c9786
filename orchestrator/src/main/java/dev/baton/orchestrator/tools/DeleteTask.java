package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class DeleteTask {
  record Request(@Description(FieldText.TASK_ID) UUID taskId) {}

  record Response(
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description("Always true") boolean deleted,
      @Description(FieldText.KEPT_REFS) List<String> keptRefs) {}

  private DeleteTask() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(
            BatonTool.named("delete_task", Request.class, Response.class), orchestrator)
        .title("Delete task")
        .description(
            """
            Deletes a task with its attempts, worktrees and branches. Unmerged work stays in git,
            under the refs that kept_refs names.
            Use when: the user wants the task gone for good.
            Required: task_id.
            Optional: nothing.
            Next: tell the user about kept_refs.
            Avoid: deleting what was given up; update_task with status cancelled keeps it.
            attempt_busy: stop_attempt first.\
            """)
        .annotations(Hints.REMOVES)
        .handler(new OperationHandler<>(orchestrator, DeleteTask::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var deletion = orchestrator.deletions().deleteTask(request.taskId());
    return new Response(request.taskId(), true, deletion.keptRefs());
  }
}
