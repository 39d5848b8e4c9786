package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Board.BoardTaskQuery;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class ListTasks {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("Only tasks in this column of the board") Optional<BoardTaskStatus> status,
      @Description(FieldText.LIMIT) Optional<BigInteger> limit,
      @Description(FieldText.CURSOR) Optional<String> cursor) {}

  record Response(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description("Tasks, newest first") List<Item> tasks,
      @Description(FieldText.COUNT) int count,
      @Description(FieldText.NEXT_CURSOR) Optional<String> nextCursor) {}

  record Item(
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description(FieldText.TITLE) String title,
      @Inline BoardTaskSummary summary) {
    static Item of(BoardTaskOverview overview) {
      return new Item(overview.task().id(), overview.task().title(), BoardTaskSummary.of(overview));
    }
  }

  private ListTasks() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_tasks", Request.class, Response.class)
        .title("List tasks")
        .description(
            """
            Lists the tasks of a project, newest first, each with its newest attempt.
            Use when: you look for a task, or want to see how a project stands.
            Required: project_id.
            Optional: status, limit, cursor.
            Next: get_task for the description, start_task_attempt, get_attempt_status.
            Avoid: calling it again and again to wait; get_attempt_status waits with wait_ms.""")
        .annotations(Hints.READS)
        .handler(new LateHandler<>(orchestrator, ListTasks::handle));
  }

  private static PageRequest page(Request request) {
    return new PageRequest(
        request.limit().map(Limits::items).orElseGet(PageLimit::byDefault),
        request.cursor(),
        "tasks of %s in %s".formatted(request.projectId(), request.status()));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var page =
        orchestrator
            .board()
            .listTasks(
                new BoardTaskQuery(request.projectId(), request.status(), page(request)),
                ItemView.of(Item::of));
    return new Response(request.projectId(), page.items(), page.items().size(), page.nextCursor());
  }
}
