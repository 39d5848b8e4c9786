package dev.baton.orchestrator.tools;

import dev.baton.internal.schema.RecordJson;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.DoneTasks;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** {@code archive_task} for people, who may tidy up the whole board. */
final class ArchiveTasks {
  record Request(
      @Description(FieldText.TASK_ID + "; this or done_before") Optional<UUID> taskId,
      @Description(ArchiveTask.ARCHIVED) Optional<Boolean> archived,
      @Description("All tasks that are done and were last changed before this time")
          Optional<Instant> doneBefore,
      @Description("With done_before: only those of this project, UUID from list_projects")
          Optional<UUID> projectId) {}

  private static final ObjectNode ONE_OR_ALL =
      Json.parseObject(
          """
          {"if": {"required": ["done_before"]},
           "then": {"not": {"anyOf": [{"required": ["task_id"]}, {"required": ["archived"]}]}},
           "else": {"required": ["task_id"], "not": {"required": ["project_id"]}}}\
          """);

  private ArchiveTasks() {}

  static Tool<Request, ToolResult> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(
            BatonTool.named(ArchiveTask.NAME, Request.class, ToolResult.class), orchestrator)
        .title("Archive tasks")
        .description(
            """
            Leaves a task out of list_tasks, or brings it back, and answers with it; or archives all
            that are done for some time, and answers with their count. Nothing is deleted.
            Use when: finished tasks shall be off the board.
            Required: task_id or done_before.
            Optional: archived with task_id; project_id with done_before.
            Next: list_tasks; with archived true it shows what is archived.
            Avoid: archiving what is still to be done; update_task cancels it.\
            """)
        .annotations(Hints.SETS)
        .rule(ONE_OR_ALL, ArchiveTasks::requireOneOrAll)
        .handler(new OperationHandler<>(orchestrator, ArchiveTasks::handle));
  }

  private static void requireOneOrAll(ObjectNode arguments) {
    var isAll = arguments.has("done_before");
    if (isAll == arguments.has("task_id") || arguments.has(isAll ? "archived" : "project_id")) {
      throw ToolFailure.invalid(
          "/",
          "archive_task takes task_id and archived for one task, or done_before and project_id for"
              + " all that are done",
          "Repeat archive_task with task_id, or with done_before");
    }
  }

  static ToolResult handle(Orchestrator orchestrator, Request request, RequestContext context) {
    if (request.doneBefore().isPresent()) {
      var which = new DoneTasks(request.doneBefore().get(), request.projectId());
      return ToolResult.structured(
          Json.object().put("count", orchestrator.board().archiveDone(which)));
    }
    var one = new ArchiveTask.Request(request.taskId().orElseThrow(), request.archived());
    return ToolResult.structured(RecordJson.encode(ArchiveTask.handle(orchestrator, one, context)));
  }
}
