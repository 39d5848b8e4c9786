package dev.baton.orchestrator;

import dev.baton.orchestrator.RequestKeys.Fingerprint;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageCut;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.store.Candidate;
import dev.baton.orchestrator.store.IdKind;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.TurnCounts;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Tasks, and where things are on the board. Thread safe. */
public final class Board {
  /** A task to put on the board. */
  public record NewBoardTask(UUID projectId, String title, Optional<String> description) {}

  /** Which tasks of a project to list. */
  public record BoardTaskQuery(
      UUID projectId, Optional<BoardTaskStatus> status, PageRequest page) {}

  /**
   * What to change in a task; what is empty stays.
   *
   * @param description an empty text clears it
   */
  public record BoardTaskChange(
      UUID taskId,
      Optional<String> title,
      Optional<String> description,
      Optional<BoardTaskStatus> status) {}

  /**
   * How much there is at this moment, for who watches a server.
   *
   * @param attempts how many are in each state
   * @param inLine attempts that wait for room
   * @param queuedMessages messages that wait for the turn before them
   * @param pendingApprovals questions of agents that nobody has answered
   */
  public record BoardCounts(
      Map<AttemptState.Name, Long> attempts,
      long inLine,
      long queuedMessages,
      long pendingApprovals,
      TurnCounts turns) {
    public BoardCounts {
      var all = new EnumMap<AttemptState.Name, Long>(AttemptState.Name.class);
      for (var state : AttemptState.Name.values()) {
        all.put(state, attempts.getOrDefault(state, 0L));
      }
      attempts = Collections.unmodifiableMap(all);
    }
  }

  private final Store store;
  private final Dispatcher dispatcher;
  private final RequestKeys keys;
  private final Supplier<UUID> ids;
  private final Clock clock;

  Board(Store store, Dispatcher dispatcher, RequestKeys keys, Supplier<UUID> ids, Clock clock) {
    this.store = store;
    this.dispatcher = dispatcher;
    this.keys = keys;
    this.ids = ids;
    this.clock = clock;
  }

  public BoardTaskOverview createTask(Caller caller, NewBoardTask request) {
    var now = now();
    var task =
        new BoardTask(
            ids.get(),
            request.projectId(),
            RequiredText.line("title", request.title()),
            request.description().map(RequiredText::description).filter(text -> !text.isEmpty()),
            BoardTaskStatus.TODO,
            now,
            now);
    var call =
        new RequestKeys.KeyedCall(
            caller,
            "create_task",
            Fingerprint.of(task.projectId(), task.title(), task.description()));
    return keys.alone(
        call,
        () ->
            store.write(
                tables ->
                    keys.once(
                        tables, call, BoardTaskOverview.class, () -> createTask(tables, task))));
  }

  private static BoardTaskOverview createTask(Tables tables, BoardTask task) {
    Known.project(tables, task.projectId());
    tables.boardTasks().insert(task);
    return new BoardTaskOverview(task, Optional.empty(), false, false, false);
  }

  public <V> Page<V> listTasks(BoardTaskQuery query, PageView<BoardTaskOverview, V> view) {
    var tasks =
        store.read(
            tables -> {
              Known.project(tables, query.projectId());
              return query.status().isPresent()
                  ? tables.boardTasks().list(query.projectId(), query.status().get(), query.page())
                  : tables.boardTasks().list(query.projectId(), query.page());
            });
    return PageCut.page(
        tasks,
        query.page(),
        view,
        overview -> new Position(overview.task().createdAt(), overview.task().id()));
  }

  public BoardTaskOverview loadTask(UUID taskId) {
    return store
        .read(tables -> tables.boardTasks().findOverview(taskId))
        .orElseThrow(NotFound.task(taskId));
  }

  public BoardTaskOverview changeTask(BoardTaskChange change) {
    var title = change.title().map(text -> RequiredText.line("title", text));
    return store.write(
        tables -> {
          var old = Known.task(tables, change.taskId());
          var changed =
              new BoardTask(
                  old.id(),
                  old.projectId(),
                  title.orElse(old.title()),
                  change.description().isPresent()
                      ? change
                          .description()
                          .map(RequiredText::description)
                          .filter(text -> !text.isEmpty())
                      : old.description(),
                  change.status().orElse(old.status()),
                  old.createdAt(),
                  old.updatedAt());
          if (!changed.equals(old)) {
            tables.boardTasks().update(changed.changedAt(now()));
          }
          return tables.boardTasks().findOverview(old.id()).orElseThrow();
        });
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
    return store.read(
        tables ->
            new BoardCounts(
                tables.line().countByState(),
                tables.line().countWaiting(),
                tables.turns().countQueued(),
                tables.approvals().countPending(),
                dispatcher.turnCounts()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
