package dev.baton.orchestrator.turn;

import dev.baton.database.StorageException;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Lets callers wait until the first program of their turn runs, or was not started. A watch belongs
 * to a turn and not to a driver: whichever driver takes the turn tells what became of it. Thread
 * safe.
 */
public final class StartWatches {
  /**
   * Why nothing was started for a turn that is recorded.
   *
   * @param startsLater true if it starts later without another call
   */
  public record StartFailure(Exception reason, boolean startsLater) {
    static StartFailure forGood(Exception reason) {
      return new StartFailure(reason, false);
    }

    static StartFailure forNow(Exception reason) {
      return new StartFailure(reason, true);
    }
  }

  /** One caller who waits; {@code problem} is told when the turn is over. */
  private static final class Watch {
    private final UUID attemptId;
    private final CompletableFuture<Optional<StartFailure>> outcome = new CompletableFuture<>();
    private volatile Optional<Exception> problem = Optional.empty();

    private Watch(UUID attemptId) {
      this.attemptId = attemptId;
    }
  }

  private final Store store;
  private final Map<UUID, Watch> byTurn = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  public StartWatches(Store store) {
    this.store = store;
  }

  /**
   * Runs {@code start}, and returns when the first program of the turn runs or the turn is over.
   *
   * @return why nothing was started; empty if it runs
   */
  public Optional<StartFailure> await(OpenedTurn opened, Runnable start)
      throws InterruptedException {
    var watch = new Watch(opened.attemptId());
    byTurn.put(opened.turnId(), watch);
    try {
      start.run();
      lookBack(opened);
      if (isClosed) {
        watch.outcome.complete(Optional.of(serverStops(opened.attemptId())));
      }
      return watch.outcome.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      byTurn.remove(opened.turnId());
    }
  }

  /** The driver of an earlier turn may have taken this one before anybody watched it. */
  private void lookBack(OpenedTurn opened) {
    var process = store.read(tables -> tables.processes().find(opened.processId()));
    var isOver =
        store
            .read(tables -> tables.turns().find(opened.turnId()))
            .filter(turn -> turn.status() == TurnStatus.DONE)
            .isPresent();
    if (process.filter(ProcessDetail::isBegun).isPresent()) {
      started(opened.turnId());
    } else if (isOver) {
      ended(
          opened.turnId(),
          process.flatMap(each -> each.process().failureSummary()).orElse("failed"));
    }
  }

  /** The first program of the turn runs, or has run. */
  void started(UUID turnId) {
    complete(turnId, _ -> Optional.empty());
  }

  /** The first program of the turn cannot be started; this is told once the turn is over. */
  void failing(UUID turnId, Exception problem) {
    var watch = byTurn.get(turnId);
    if (watch != null) {
      watch.problem = Optional.of(problem);
    }
  }

  /** The turn is over; who still waits for its start waits in vain. */
  void ended(UUID turnId, String summary) {
    complete(
        turnId,
        watch ->
            Optional.of(
                watch
                    .problem
                    .map(StartWatches::failure)
                    .orElseGet(() -> neverStarted(watch.attemptId, turnId, summary))));
  }

  /** Tells the callers of an attempt that it starts later by itself. */
  public void startsLater(UUID attemptId, StorageException problem) {
    completeAll(watch -> watch.attemptId.equals(attemptId), failure(problem));
  }

  /** The attempt is in line again, until its repositories can be had. */
  public void putBack(UUID attemptId) {
    completeAll(
        watch -> watch.attemptId.equals(attemptId),
        StartFailure.forNow(
            new ToolFailure(
                BoardFailureCode.NODE_UNAVAILABLE,
                "It is recorded, but the repositories of attempt %s cannot be had now"
                    .formatted(attemptId),
                "Do not repeat the call: it starts by itself when they can, and"
                    + " get_attempt_status shows it")));
  }

  /** Another server drives the attempt. */
  public void takenOver(UUID attemptId) {
    completeAll(
        watch -> watch.attemptId.equals(attemptId),
        StartFailure.forNow(
            new ToolFailure(
                BoardFailureCode.NODE_UNAVAILABLE,
                "It is recorded, but another server drives attempt %s now".formatted(attemptId),
                "Call get_attempt_status to see whether it runs there")));
  }

  /** The server stops: what is recorded starts with the next one. */
  public void close() {
    isClosed = true;
    byTurn
        .values()
        .forEach(watch -> watch.outcome.complete(Optional.of(serverStops(watch.attemptId))));
  }

  private void complete(UUID turnId, Function<Watch, Optional<StartFailure>> by) {
    var watch = byTurn.get(turnId);
    if (watch != null) {
      watch.outcome.complete(by.apply(watch));
    }
  }

  private void completeAll(Predicate<Watch> which, StartFailure failure) {
    byTurn.values().stream()
        .filter(which)
        .forEach(watch -> watch.outcome.complete(Optional.of(failure)));
  }

  private static StartFailure serverStops(UUID attemptId) {
    return StartFailure.forNow(
        new ToolFailure(
            BoardFailureCode.NODE_UNAVAILABLE,
            "It is recorded, but the server stopped before anything ran for attempt " + attemptId,
            "Do not repeat the call: it starts by itself when the server is back, and"
                + " get_attempt_status shows it"));
  }

  private StartFailure neverStarted(UUID attemptId, UUID turnId, String summary) {
    var turn = store.read(tables -> tables.turns().find(turnId));
    return StartFailure.forGood(
        turn.filter(Turn::isStopped).isPresent()
            ? new ToolFailure(
                BoardFailureCode.ATTEMPT_BUSY,
                "Attempt %s was stopped before its agent was started".formatted(attemptId),
                "The agent has not heard this message: repeat the call if it is still wanted")
            : new IllegalStateException(summary));
  }

  /** Without the database nothing is over: whoever finds it back goes on. */
  private static StartFailure failure(Exception reason) {
    return reason instanceof StorageException
        ? StartFailure.forNow(reason)
        : StartFailure.forGood(reason);
  }
}
