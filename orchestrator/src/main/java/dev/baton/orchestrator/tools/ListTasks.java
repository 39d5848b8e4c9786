package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOrder;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.planning.Board.BoardTaskQuery;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class ListTasks {
  record Request(
      @Description(FieldText.PROJECT_ID + "; default all") Optional<UUID> projectId,
      @Description("Only tasks in this column of the board") Optional<BoardTaskStatus> status,
      @Description("Only tasks with all these labels") Optional<List<String>> labels,
      @Description("Only tasks of this priority") Optional<Priority> priority,
      @Description("Only tasks with all these words in title or description")
          Optional<String> query,
      @Description("True lists the archived tasks instead; default false")
          Optional<Boolean> archived,
      @Description("newest (default), or position: column by column as on the board")
          Optional<BoardTaskOrder> sort,
      @Description(FieldText.LIMIT) Optional<BigInteger> limit,
      @Description(FieldText.CURSOR) Optional<String> cursor) {
    BoardTaskFilter filter() {
      return new BoardTaskFilter(
          projectId,
          status,
          labels.orElse(List.of()),
          priority,
          query.map(ListTasks::words).orElse(List.of()),
          archived.orElse(false));
    }
  }

  record Response(
      @Description("The project; null for all") Optional<UUID> projectId,
      @Description("Tasks in the order that was asked for") List<Item> tasks,
      @Description(FieldText.COUNT) int count,
      @Description(FieldText.NEXT_CURSOR) Optional<String> nextCursor) {}

  record Item(
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @OmitWhenEmpty @Description("Its name") Optional<String> projectName,
      @Description(FieldText.TITLE) String title,
      @Inline BoardTaskSummary summary) {
    private static Item of(
        BoardTaskOverview overview, ProjectNames names, boolean isBudgetExceeded) {
      return new Item(
          overview.task().id(),
          overview.task().projectId(),
          names.find(overview.task().projectId()),
          overview.task().title(),
          BoardTaskSummary.of(overview, isBudgetExceeded));
    }
  }

  /** Names of projects whose tasks stand side by side, where a number alone says nothing. */
  private record ProjectNames(
      Orchestrator orchestrator, boolean isNeeded, Map<UUID, String> known) {
    Optional<String> find(UUID id) {
      return isNeeded
          ? Optional.of(
              known.computeIfAbsent(id, it -> orchestrator.projects().load(it).project().name()))
          : Optional.empty();
    }
  }

  private static final int LONGEST_QUERY = 500;

  private ListTasks() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_tasks", Request.class, Response.class)
        .title("List tasks")
        .description(
            """
            Lists the tasks of a project, or of all, newest first, each with its newest attempt.
            Use when: you look for a task, or want to see how a project stands.
            Required: nothing.
            Optional: project_id, status, labels, priority, query, archived, sort, limit, cursor.
            Next: get_task for the description, start_task_attempt, get_attempt_status.
            Avoid: calling it to wait; get_attempt_status waits with wait_ms.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListTasks::handle));
  }

  private static List<String> words(String query) {
    var length = query.codePointCount(0, query.length());
    if (length > LONGEST_QUERY) {
      throw ToolFailure.invalid(
          "/query",
          "query has %d characters, but at most %d are allowed".formatted(length, LONGEST_QUERY),
          "Repeat list_tasks with fewer words in query");
    }
    return Stream.of(query.split("\\s+")).filter(word -> !word.isEmpty()).distinct().toList();
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    // why: other projects do not exist for an agent
    var own =
        AttemptOwner.of(context.owner())
            .map(agent -> orchestrator.attempts().context(agent.attemptId()).project().id());
    var filter = own.map(request.filter()::ofProject).orElseGet(request::filter);
    var order = request.sort().orElse(BoardTaskOrder.NEWEST);
    var limit = request.limit().map(Limits::items).orElseGet(PageLimit::byDefault);
    var page = new PageRequest(limit, request.cursor(), "%s by %s".formatted(filter, order));
    var names = new ProjectNames(orchestrator, filter.projectId().isEmpty(), new HashMap<>());
    var tasks =
        orchestrator
            .board()
            .listTasks(
                new BoardTaskQuery(filter, order, page),
                ItemView.measured((BoardTaskOverview task) -> Item.of(task, names, true)));
    var items = items(orchestrator, tasks.items(), names);
    return new Response(filter.projectId(), items, items.size(), tasks.nextCursor());
  }

  private static List<Item> items(
      Orchestrator orchestrator, List<BoardTaskOverview> tasks, ProjectNames names) {
    var spent =
        orchestrator
            .costs()
            .listSpent(
                tasks.stream()
                    .map(BoardTaskOverview::task)
                    .collect(Collectors.toMap(BoardTask::id, BoardTask::projectId)));
    return tasks.stream().map(it -> Item.of(it, names, spent.contains(it.task().id()))).toList();
  }
}
