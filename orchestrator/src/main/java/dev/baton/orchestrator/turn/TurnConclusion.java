package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.Utf8;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Ends a turn: opens the next one of the queue, or lets the attempt rest and makes room for others.
 * Thread safe.
 */
public final class TurnConclusion {
  /**
   * How the turns of this server have ended since it started.
   *
   * @param failed those that failed or were stopped
   */
  public record TurnCounts(long succeeded, long failed) {}

  private static final int MAX_SUMMARY = 1024;

  private final LongAdder succeeded = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Store store;
  private final TurnOpening opening;
  private final Admission admission;
  private final WorkspaceChanges changes;
  private final StartWatches watches;
  private final AttemptInterruption interruption;
  private final Clock clock;

  /** Decides who begins a turn. */
  public interface Admission {
    /** Opens turns of attempts that wait, as far as there is room. */
    List<OpenedTurn> admit(Tables tables);

    /**
     * Whether the next turn of an attempt that has room may begin: after what was spent, and where
     * it is.
     */
    boolean mayGoOn(Tables tables, Attempt attempt, Turn turn);
  }

  public TurnConclusion(
      Store store,
      TurnOpening opening,
      Admission admission,
      WorkspaceChanges changes,
      StartWatches watches,
      AttemptInterruption interruption,
      Clock clock) {
    this.store = store;
    this.opening = opening;
    this.admission = admission;
    this.changes = changes;
    this.watches = watches;
    this.interruption = interruption;
    this.clock = clock;
  }

  public TurnCounts counts() {
    return new TurnCounts(succeeded.sum(), failed.sum());
  }

  /** Returns turns of other attempts for which there is room now; the caller starts them. */
  List<OpenedTurn> succeed(Claim claim, Attempt attempt, Turn turn) {
    return conclude(claim, attempt, turn, Optional.empty());
  }

  /** Returns the same. */
  List<OpenedTurn> fail(Claim claim, Attempt attempt, Turn turn, String failure) {
    return conclude(claim, attempt, turn, Optional.of(failure));
  }

  private List<OpenedTurn> conclude(
      Claim claim, Attempt attempt, Turn turn, Optional<String> failure) {
    var lines = changes.count(attempt);
    var opened =
        store.write(
            tables -> {
              claim.check(tables);
              // why: others may have taken this node for dead while it could not be heard
              interruption.resumeInterrupted(tables, attempt.id());
              lines.ifPresentOrElse(
                  counted -> tables.attempts().setLines(attempt.id(), counted),
                  () -> tables.attempts().clearLines(attempt.id()));
              var now = clock.instant();
              failure.ifPresentOrElse(
                  summary -> tables.turns().fail(turn.id(), summary, now),
                  () -> tables.turns().succeed(turn.id(), now));
              return goesOn(tables, attempt, failure)
                  ? List.<OpenedTurn>of()
                  : end(tables, attempt, turn, failure);
            });
    (failure.isPresent() ? failed : succeeded).increment();
    failure.ifPresent(summary -> watches.ended(turn.id(), summary));
    return opened;
  }

  /** Ends a turn whose program nobody watches any more; returns the same. */
  public List<OpenedTurn> abort(Claim claim, Attempt attempt, Turn turn, String failure) {
    store.write(
        tables -> {
          claim.check(tables);
          interruption.lose(tables, tables.processes().listOfTurn(turn.id()), failure);
          return turn;
        });
    return fail(claim, attempt, turn, failure);
  }

  /** Goes on with the next message; after a failure or a stop the queue is held instead. */
  private boolean goesOn(Tables tables, Attempt attempt, Optional<String> failure) {
    var next = tables.turns().listQueued(attempt.id()).stream().findFirst();
    if (failure.isPresent() || next.isEmpty() || isHeld(tables, attempt)) {
      return false;
    }
    if (!admission.mayGoOn(tables, attempt, next.get())) {
      // why in line: it goes on by itself as soon as there is more to spend, or the node resumes
      tables.line().join(attempt.id());
      return false;
    }
    opening.open(tables, attempt, next.get());
    return true;
  }

  private static boolean isHeld(Tables tables, Attempt attempt) {
    return tables.attempts().find(attempt.id()).filter(Attempt::isQueueHeld).isPresent();
  }

  private List<OpenedTurn> end(
      Tables tables, Attempt attempt, Turn turn, Optional<String> failure) {
    var now = clock.instant();
    if (failure.isPresent()) {
      var summary = Utf8.cut(failure.get(), MAX_SUMMARY);
      var state =
          tables
              .turns()
              .findStoppedBy(turn.id())
              .<AttemptState>map(by -> new AttemptState.Stopped(summary, by))
              .orElseGet(() -> new AttemptState.Failed(summary));
      tables.attempts().setState(attempt.id(), state, now);
      tables.attempts().setQueueHeld(attempt.id(), true, now);
    } else {
      tables.attempts().setState(attempt.id(), new AttemptState.Completed(), now);
    }
    tables
        .boardTasks()
        .moveStatus(attempt.taskId(), BoardTaskStatus.IN_PROGRESS, BoardTaskStatus.IN_REVIEW, now);
    return admission.admit(tables);
  }
}
