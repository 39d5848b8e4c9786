package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOrder;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneTasks;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.board.TaskNeighbours;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.call.RequestKeys;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.insight.BoardCounts;
import dev.baton.orchestrator.page.ColumnPosition;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageCut;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.store.IdKind;
import dev.baton.orchestrator.store.IdTable.Candidate;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Makes, changes, lists and moves the tasks of the board. Thread safe. */
public final class Board {
  /**
   * Where a card stands among those of its column that somebody looks at.
   *
   * @param number from 1; 0 if it is not among them
   * @param count how many they are
   */
  public record ColumnSpot(long number, long count) {}

  /**
   * A task to put on the board.
   *
   * @param blockedBy ids or numbers of tasks that must be done before
   * @param autoStart if the server starts it then
   * @param budget what it may cost
   */
  public record NewBoardTask(
      UUID projectId,
      String title,
      Optional<String> description,
      List<String> labels,
      Optional<Priority> priority,
      List<String> blockedBy,
      Optional<AutoStart> autoStart,
      Optional<NewBudget> budget) {
    public NewBoardTask {
      labels = List.copyOf(labels);
      blockedBy = List.copyOf(blockedBy);
    }

    /** One without a budget of its own. */
    public NewBoardTask(
        UUID projectId,
        String title,
        Optional<String> description,
        List<String> labels,
        Optional<Priority> priority,
        List<String> blockedBy,
        Optional<AutoStart> autoStart) {
      this(projectId, title, description, labels, priority, blockedBy, autoStart, Optional.empty());
    }

    /** One that waits for no other. */
    public NewBoardTask(
        UUID projectId,
        String title,
        Optional<String> description,
        List<String> labels,
        Optional<Priority> priority) {
      this(projectId, title, description, labels, priority, List.of(), Optional.empty());
    }

    /** One that is like most. */
    public NewBoardTask(UUID projectId, String title, Optional<String> description) {
      this(projectId, title, description, List.of(), Optional.empty());
    }
  }

  /** Which tasks to list. */
  public record BoardTaskQuery(BoardTaskFilter filter, BoardTaskOrder order, PageRequest page) {}

  /**
   * Other words for a task, by somebody who has read the old ones.
   *
   * @param seen the {@link BoardTaskOverview#textVersion() version} of the words that were read
   * @param priority as before if empty
   * @param blockedBy all that it waits for from now on; as before if empty
   * @param autoStart if the server starts it then; as before if empty
   */
  public record BoardTaskEdit(
      UUID taskId,
      String seen,
      String title,
      String description,
      List<String> labels,
      Optional<Priority> priority,
      Optional<List<String>> blockedBy,
      Optional<AutoStart> autoStart) {
    public BoardTaskEdit {
      labels = List.copyOf(labels);
    }
  }

  private final Store store;
  private final Dispatcher dispatcher;
  private final RequestKeys keys;
  private final TaskChanges changes;
  private final AutoStarts autoStarts;
  private final Clock clock;

  public Board(
      Store store,
      Dispatcher dispatcher,
      RequestKeys keys,
      Labels labels,
      AutoStarts autoStarts,
      Supplier<UUID> ids,
      Clock clock) {
    this.store = store;
    this.dispatcher = dispatcher;
    this.keys = keys;
    this.changes = new TaskChanges(labels, ids);
    this.autoStarts = autoStarts;
    this.clock = clock;
  }

  public BoardTaskOverview createTask(Caller caller, NewBoardTask request) {
    return createTask(caller, request, List.of());
  }

  /** The same with images beside its words: who starts it at once shows them to its agent. */
  public BoardTaskOverview createTask(Caller caller, NewBoardTask request, List<NewImage> shown) {
    var words = TaskChanges.checked(request);
    request.autoStart().ifPresent(autoStarts::check);
    var names = Labels.checked(request.labels());
    var call =
        new RequestKeys.KeyedCall(
            caller, "create_task", TaskChanges.fingerprint(words, names).and(shown));
    return keys.alone(
        call,
        () ->
            store.write(
                tables ->
                    keys.once(
                        tables,
                        call,
                        BoardTaskOverview.class,
                        () -> changes.create(tables, words, names, shown, now()))));
  }

  public <V> Page<V> listTasks(BoardTaskQuery query, PageView<BoardTaskOverview, V> view) {
    var tasks =
        store.read(
            tables -> {
              query.filter().projectId().ifPresent(id -> CallSubject.project(tables, id));
              return switch (query.order()) {
                case NEWEST -> tables.boardTasks().listNewest(query.filter(), query.page());
                case POSITION -> listColumns(tables, query);
              };
            });
    return PageCut.page(
        tasks,
        query.page(),
        view,
        overview -> cursor(overview.task(), query.order(), query.page().list()));
  }

  private static String cursor(BoardTask task, BoardTaskOrder order, String list) {
    return switch (order) {
      case NEWEST -> new Position(task.createdAt(), task.id()).cursor(list);
      case POSITION ->
          new ColumnPosition(task.status().wireName(), task.position().text()).cursor(list);
    };
  }

  /** Column by column, until the page is full. */
  private static List<BoardTaskOverview> listColumns(Tables tables, BoardTaskQuery query) {
    var from = ColumnPosition.from(query.page());
    var columns =
        Stream.of(BoardTaskStatus.values())
            .filter(column -> query.filter().status().map(column::equals).orElse(true))
            .dropWhile(
                column -> !from.column().isEmpty() && !column.wireName().equals(from.column()))
            .toList();
    var read = new ArrayList<BoardTaskOverview>();
    var after = from.key();
    for (var column : columns) {
      if (read.size() <= query.page().limit().items()) {
        read.addAll(tables.boardTasks().listColumn(query.filter().in(column), after, query.page()));
      }
      after = "";
    }
    return read;
  }

  /** How many tasks that the filter lets through stand in each column, whatever it says of one. */
  public Map<BoardTaskStatus, Long> countByStatus(BoardTaskFilter filter) {
    var counts =
        store.read(
            tables -> {
              filter.projectId().ifPresent(id -> CallSubject.project(tables, id));
              return tables.boardTasks().countByStatus(filter.inAllColumns());
            });
    var all = new EnumMap<BoardTaskStatus, Long>(BoardTaskStatus.class);
    for (var column : BoardTaskStatus.values()) {
      all.put(column, counts.getOrDefault(column, 0L));
    }
    return Collections.unmodifiableMap(all);
  }

  /** Where a task stands in its column, among those that the filter lets through. */
  public ColumnSpot findSpot(UUID taskId, BoardTaskFilter filter) {
    return store.read(
        tables -> {
          var task = CallSubject.task(tables, taskId);
          var column = filter.in(task.status());
          return new ColumnSpot(
              tables.boardTasks().countDownTo(column, task.position()),
              tables.boardTasks().countByStatus(column).getOrDefault(task.status(), 0L));
        });
  }

  /** The tasks that a task waits for, and those that wait for it. */
  public TaskNeighbours neighbours(UUID taskId) {
    return store.read(tables -> new Blockers(tables).neighbours(taskId));
  }

  public BoardTaskOverview loadTask(UUID taskId) {
    return store.read(tables -> CallSubject.overview(tables, taskId));
  }

  /** The task with this id; empty if it is gone. */
  public Optional<BoardTaskOverview> findTask(UUID taskId) {
    return store.read(tables -> tables.boardTasks().findOverview(taskId));
  }

  /** The task that people call by this number in a project. */
  public Optional<BoardTaskOverview> findTask(UUID projectId, long number) {
    return store.read(
        tables ->
            tables
                .boardTasks()
                .findId(projectId, number)
                .flatMap(tables.boardTasks()::findOverview));
  }

  /** Whether a text names a task that is not there for a caller who has one project alone. */
  public boolean isHidden(UUID projectId, String text) {
    return store.read(tables -> new TaskNames(tables).isHidden(projectId, text));
  }

  /**
   * The id of the task that somebody means by its id, {@code #41} or {@code shop#41}.
   *
   * @throws ToolFailure if a number means no task, or several
   */
  public UUID taskId(String text) {
    return store.read(tables -> new TaskNames(tables).load(text));
  }

  /** The same for a caller for whom one project alone exists. */
  public UUID taskIdIn(UUID projectId, String text) {
    return store.read(tables -> new TaskNames(tables).loadIn(projectId, text));
  }

  public BoardTaskOverview changeTask(BoardTaskChange change) {
    change.title().ifPresent(text -> RequiredText.line("title", text));
    change.description().ifPresent(RequiredText::description);
    var names = change.labels().map(Labels::checked);
    change.autoStart().ifPresent(autoStarts::check);
    var changed =
        store.write(
            tables -> {
              tables.boardTasks().lock(change.taskId());
              changes.block(tables, change, now());
              change.budget().ifPresent(it -> changes.limit(tables, change.taskId(), it, now()));
              names.ifPresent(all -> changes.label(tables, change.taskId(), all, now()));
              changes.apply(tables, change, now());
              return CallSubject.overview(tables, change.taskId());
            });
    if (change.budget().isPresent()) {
      dispatcher.admit();
    }
    return changed;
  }

  /** Refused if somebody else changed the words after they were read. */
  public BoardTaskOverview editTask(BoardTaskEdit edit) {
    RequiredText.line("title", edit.title());
    RequiredText.description(edit.description());
    var names = Labels.checked(edit.labels());
    edit.autoStart().ifPresent(autoStarts::check);
    return store.write(tables -> changes.edit(tables, edit, names, now()));
  }

  /**
   * Takes a move back; refused if somebody else has moved the task after it.
   *
   * @param change puts it {@link Placement.Near} where it stood before
   * @param seen the {@link BoardTask#place() place} to which it was moved
   */
  public BoardTaskOverview moveBack(BoardTaskChange change, String seen) {
    return store.write(tables -> changes.moveBack(tables, change, seen, now()));
  }

  /** Takes a task off the board, or puts it back. */
  public BoardTaskOverview archiveTask(UUID taskId, boolean archived) {
    return store.write(tables -> changes.archive(tables, taskId, archived, now()));
  }

  /** Takes tasks off the board that are done for some time; returns how many. */
  public int archiveDone(DoneTasks which) {
    return archiveDone(which, now());
  }

  /** The same at a time by which they can be put back together. */
  public int archiveDone(DoneTasks which, Instant at) {
    return store.write(tables -> changes.archiveDone(tables, which, at));
  }

  /** Puts tasks back on the board that were archived together; returns how many. */
  public int putBack(Instant archivedAt) {
    return store.write(tables -> tables.boardTasks().putBack(archivedAt, now()));
  }

  /** What a part of an id, or a name, can mean; for people only. */
  public List<Candidate> findIds(IdKind kind, String text) {
    return store.read(tables -> tables.ids().find(kind, text));
  }

  /** Where something is on the board; empty if its id names nothing. */
  public Optional<BoardReference.Place> findPlace(BoardReference reference) {
    return store.read(reference::find);
  }

  /** How much there is at this moment. */
  public BoardCounts counts() {
    return store.read(tables -> BoardCounts.read(tables, clock.instant(), dispatcher.turnCounts()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
