package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestAttempt;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.ingest.Spending;
import dev.baton.orchestrator.ingest.UsageJson;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.LogEntry;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

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
   * @param costUsd of all attempts, as far as the agents tell
   */
  public record Card(
      BoardTaskOverview task,
      int attempts,
      Optional<Attempt> attempt,
      Optional<Waiting> waiting,
      Optional<Approval> question,
      Optional<LogEntry> latest,
      List<Blocker> blockers,
      Optional<BigDecimal> costUsd) {}

  /**
   * What goes on at this moment.
   *
   * @param costToday what agents told that turns cost which ended today; empty if none told
   */
  public record Activity(long running, long inLine, Optional<BigDecimal> costToday) {}

  private final Store store;
  private final Dispatcher dispatcher;
  private final Spending spending;

  Cards(Store store, Dispatcher dispatcher, Clock clock) {
    this.store = store;
    this.dispatcher = dispatcher;
    this.spending = new Spending(clock);
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
    var used = tables.cards().listUsage(taskIds);
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
                  UsageJson.sum(used.getOrDefault(task.task().id(), List.of()))
                      .flatMap(TokenUsage::costUsd));
            })
        .toList();
  }

  /** Over all projects. */
  public Activity activity() {
    return store.read(
        tables ->
            new Activity(
                tables.line().countByState().getOrDefault(AttemptState.Name.RUNNING, 0L),
                tables.line().countWaiting(),
                spending.today(tables)));
  }

  /** In one project. */
  public Activity activity(UUID projectId) {
    return store.read(
        tables ->
            new Activity(
                tables.line().countRunning(projectId),
                tables.line().countWaiting(projectId),
                spending.today(tables, projectId)));
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
