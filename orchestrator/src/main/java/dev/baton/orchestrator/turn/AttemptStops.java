package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.ingest.OutputIngest;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Stops attempts. Thread safe. */
public final class AttemptStops {
  /**
   * What became of the programs of an attempt that was stopped.
   *
   * @param stopped how many execution processes were ended, whatever they had started
   * @param survivors what could not be ended, in words
   */
  public record StopReport(int stopped, List<String> survivors) {
    public StopReport {
      survivors = List.copyOf(survivors);
    }
  }

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /** Grace period for a program that is already ending. */
  private static final Duration ENDING = Duration.ofSeconds(5);

  private final Store store;
  private final Programs programs;
  private final DriverWork driverWork;
  private final StrayPrograms strays;
  private final Signals signals;
  private final Clock clock;

  public AttemptStops(
      Store store,
      Programs programs,
      DriverWork driverWork,
      StrayPrograms strays,
      Signals signals,
      Clock clock) {
    this.store = store;
    this.programs = programs;
    this.driverWork = driverWork;
    this.strays = strays;
    this.signals = signals;
    this.clock = clock;
  }

  /**
   * Somebody wants it; returns when nothing of the attempt runs any more, or says what does. That
   * is also what cut every tie to its programs.
   */
  public StopReport stop(UUID attemptId, boolean force, TaskOwner by) throws InterruptedException {
    var stopped =
        stop(
            attemptId,
            force,
            tables -> tables.turns().stopActive(attemptId, OutputIngest.STOPPED, by.name()));
    var left = strays.endStrays(attemptId);
    return new StopReport(
        Math.max(stopped.stopped(), Math.min(left.stopped(), 1)),
        Stream.concat(stopped.survivors().stream(), left.survivors().stream()).toList());
  }

  /** Stops its programs for a reason that its failure names, unless somebody took it over. */
  public StopReport stop(Claim claim, String reason) throws InterruptedException {
    return stop(
        claim.attemptId(),
        false,
        tables -> {
          claim.check(tables);
          tables.turns().stopActive(claim.attemptId(), reason);
        });
  }

  private StopReport stop(UUID attemptId, boolean force, Consumer<Tables> note)
      throws InterruptedException {
    letEnd(attemptId);
    forbid(attemptId, note);
    var stopped = new HashSet<UUID>();
    List<String> survivors = new ArrayList<>();
    var begin = System.nanoTime();
    while (isRunning(attemptId) && survivors.isEmpty()) {
      if (isOver(begin, PATIENCE)) {
        survivors.add("its last program did not end within " + PATIENCE.toSeconds() + " s");
      }
      for (var process : running(attemptId)) {
        var report = stop(process, force);
        if (report.stopped() > 0) {
          stopped.add(process.id());
        }
        survivors.addAll(report.survivors());
      }
      if (force || isOver(begin, ENDING)) {
        driverWork.cutShort(attemptId);
      }
      signals.await(attemptId, LOOK_AGAIN, () -> !isRunning(attemptId));
    }
    return new StopReport(stopped.size(), survivors);
  }

  private static boolean isOver(long begin, Duration duration) {
    return System.nanoTime() - begin > duration.toNanos();
  }

  /** Waits for a program that is just ending, so that it does not count as stopped. */
  private void letEnd(UUID attemptId) throws InterruptedException {
    for (var process : running(attemptId)) {
      if (programs.isEnding(process)) {
        var ignored = signals.await(attemptId, ENDING, () -> !running(attemptId).contains(process));
      }
    }
  }

  /** Lets nothing more start: neither the next step, nor the next message, nor from the line. */
  private void forbid(UUID attemptId, Consumer<Tables> note) {
    store.write(
        tables -> {
          tables.lock("attempt " + attemptId);
          tables.line().lock();
          note.accept(tables);
          tables.line().leave(attemptId);
          tables.attempts().setQueueHeld(attemptId, true, clock.instant());
          return attemptId;
        });
  }

  private boolean isRunning(UUID attemptId) {
    return store
        .read(tables -> tables.attempts().find(attemptId))
        .filter(Attempt::isRunning)
        .isPresent();
  }

  private List<ExecutionProcess> running(UUID attemptId) {
    return store.read(
        tables ->
            tables.processes().findLatest(attemptId).filter(ExecutionProcess::isRunning).stream()
                .toList());
  }

  private StopReport stop(ExecutionProcess process, boolean force) throws InterruptedException {
    try {
      return programs.stop(process, programs.state(process), force);
    } catch (IOException e) {
      throw new UncheckedIOException("Process %s cannot be stopped".formatted(process.id()), e);
    }
  }
}
