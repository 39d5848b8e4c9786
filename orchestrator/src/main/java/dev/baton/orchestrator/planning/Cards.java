package dev.baton.orchestrator.planning;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestAttempt;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.call.NotFound;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.store.CostTable;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.LogEntry;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Reads what the cards of a board show beside their tasks. Thread safe. */
public final class Cards {
  /**
   * A task with how its newest attempt stands.
   *
   * @param attempts how often it was attempted
   * @param waiting the place in line of an attempt that waits
   * @param question what the agent asks, if it does
   * @param latest what a running agent said or did last
   * @param blockers what its task still waits for
   * @param hold why it does not start by itself yet, although nothing blocks it
   */
  public record Card(
      BoardTaskOverview task,
      int attempts,
      Optional<Attempt> attempt,
      Optional<Waiting> waiting,
      Optional<Approval> question,
      Optional<LogEntry> latest,
      List<Blocker> blockers,
      Optional<String> hold,
      Spending spending,
      Shipping shipping) {}

  /**
   * What a task costs, and may.
   *
   * @param cost of all attempts
   * @param budget one that is nearly used up, or used up
   * @param isPermitted whether a person has allowed one turn more than budgets do
   */
  public record Spending(Cost cost, Optional<Budget> budget, boolean isPermitted) {}

  /**
   * How far the work on a task has come on its way out.
   *
   * @param pullRequests where its work was pushed, for each repository
   * @param comments how much reviewers said to it that its agent was not told
   * @param merges what was merged of it, newest first
   * @param isMerged whether all work of its newest attempt was merged
   */
  public record Shipping(
      List<RepoPullRequest> pullRequests, int comments, List<DoneMerge> merges, boolean isMerged) {
    public Shipping {
      pullRequests = List.copyOf(pullRequests);
      merges = List.copyOf(merges);
    }
  }

  /**
   * What goes on at this moment.
   *
   * @param today what agents told that they cost today
   * @param budgets that of the day, and of the project if it is of one, else those of projects that
   *     are used up
   */
  public record Activity(long running, long inLine, Cost today, List<Budget> budgets) {
    public Activity {
      budgets = List.copyOf(budgets);
    }
  }

  private final Store store;
  private final Dispatcher dispatcher;
  private final Budgets budgets;
  private final Clock clock;

  public Cards(Store store, Dispatcher dispatcher, Budgets budgets, Clock clock) {
    this.store = store;
    this.dispatcher = dispatcher;
    this.budgets = budgets;
    this.clock = clock;
  }

  /** The cards of these tasks, in their order. */
  public List<Card> of(List<BoardTaskOverview> tasks) {
    return store.read(tables -> of(tables, tasks));
  }

  private List<Card> of(Tables tables, List<BoardTaskOverview> tasks) {
    var begun = tasks.stream().filter(task -> task.latestAttempt().isPresent()).toList();
    var taskIds = begun.stream().map(task -> task.task().id()).toList();
    var attemptIds =
        begun.stream()
            .flatMap(task -> task.latestAttempt().map(LatestAttempt::attemptId).stream())
            .toList();
    var counts = tables.cards().countAttempts(taskIds);
    var attempts = tables.cards().findAttempts(attemptIds);
    var questions = tables.cards().findQuestions(attemptIds);
    var pullRequests = tables.cards().listPullRequests(attemptIds);
    var comments = tables.cards().countComments(pullRequests.keySet());
    var merges = tables.cards().listMerges(doneIds(tasks));
    var merged = tables.cards().findMerged(attemptIds);
    var used = tables.costs().ofTasks(taskIds);
    var limits = tables.costs().findLimits(taskIds);
    var permits = tables.costs().listPermits();
    var holds = AutoStarts.listHolds(tables, budgets, tasks);
    return tasks.stream()
        .map(
            task -> {
              var attempt = task.latestAttempt().map(LatestAttempt::attemptId).map(attempts::get);
              return new Card(
                  task,
                  counts.getOrDefault(task.task().id(), 0),
                  attempt,
                  attempt.flatMap(it -> dispatcher.waiting(tables, it)),
                  attempt.map(Attempt::id).map(questions::get),
                  attempt
                      .filter(Attempt::isRunning)
                      .flatMap(it -> tables.cards().findLatestEntry(it.id())),
                  task.openBlockers(),
                  AutoStarts.findHold(tables, budgets, task)
                      .or(() -> Optional.ofNullable(holds.get(task.task().id()))),
                  new Spending(
                      used.getOrDefault(task.task().id(), Cost.NONE),
                      findBudget(task.task(), limits, used),
                      permits.contains(task.task().id())),
                  new Shipping(
                      attempt
                          .map(it -> pullRequests.getOrDefault(it.id(), List.of()))
                          .orElse(List.of()),
                      attempt.map(it -> comments.getOrDefault(it.id(), 0)).orElse(0),
                      merges.getOrDefault(task.task().id(), List.of()),
                      attempt.map(Attempt::id).filter(merged::contains).isPresent()));
            })
        .toList();
  }

  /** Only what is done says what was merged, also after its attempt was deleted. */
  private static List<UUID> doneIds(List<BoardTaskOverview> tasks) {
    return tasks.stream()
        .map(BoardTaskOverview::task)
        .filter(task -> task.status() == BoardTaskStatus.DONE)
        .map(BoardTask::id)
        .toList();
  }

  /** The budget of the task itself; the others are said once for the board. */
  private static Optional<Budget> findBudget(
      BoardTask task, Map<UUID, BigDecimal> limits, Map<UUID, Cost> used) {
    return Optional.ofNullable(limits.get(task.id()))
        .map(
            limit ->
                new Budget(
                    Budget.Of.TASK,
                    Optional.of(task.id()),
                    "#" + task.number(),
                    limit,
                    used.getOrDefault(task.id(), Cost.NONE)))
        .filter(budget -> budget.level() != Budget.Level.FINE);
  }

  /** Over all projects. */
  public Activity activity() {
    return store.read(
        tables ->
            new Activity(
                tables.line().countByState().getOrDefault(AttemptState.Name.RUNNING, 0L),
                tables.line().countWaiting(),
                tables.costs().ofDay(CostTable.day(clock.instant())),
                Stream.concat(
                        tables.projects().listBudgeted().stream()
                            .flatMap(it -> budgets.ofProject(tables, it.id(), it.name()).stream())
                            .filter(Budget::isExceeded),
                        budgets.ofToday(tables).stream())
                    .toList()));
  }

  /** In one project. */
  public Activity activity(UUID projectId) {
    return store.read(
        tables ->
            new Activity(
                tables.line().countRunning(projectId),
                tables.line().countWaiting(projectId),
                tables.costs().ofDay(CostTable.day(clock.instant()), projectId),
                Stream.of(
                        tables
                            .projects()
                            .find(projectId)
                            .flatMap(it -> budgets.ofProject(tables, it.id(), it.name())),
                        budgets.ofToday(tables))
                    .flatMap(Optional::stream)
                    .toList()));
  }

  /** The card of one task. */
  public Card load(UUID taskId) {
    return store.read(
        tables ->
            of(
                    tables,
                    List.of(
                        tables
                            .boardTasks()
                            .findOverview(taskId)
                            .orElseThrow(NotFound.task(taskId))))
                .getFirst());
  }
}
