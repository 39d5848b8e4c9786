package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.agent.ProgramExit;
import dev.baton.orchestrator.agent.TurnResult;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.transcript.Utf8;
import java.util.Optional;

/**
 * Decides what the end of a program means: an agent has succeeded only if it said so.
 *
 * @param result what the agent said about its turn
 * @param stopReason why it was stopped, if it was
 */
public record ProcessEnding(
    Ending ending, Optional<TurnResult> result, Optional<String> stopReason) {
  private static final int MAX_SUMMARY = 1024;

  /** The end of a program that nobody could watch to its end. */
  public static ProcessEnding lost(Ending.Lost ending) {
    return new ProcessEnding(ending, Optional.empty(), Optional.empty());
  }

  static ProgramExit exit(Ending ending) {
    return switch (ending) {
      case Ending.Exited exited -> new ProgramExit.Code(exited.code());
      case Ending.Signalled signalled -> new ProgramExit.Signal(signalled.signal());
      case Ending.Lost _ -> new ProgramExit.Unknown();
    };
  }

  /** The process as it is after this. */
  public ExecutionProcess of(ExecutionProcess process) {
    var status = status();
    return new ExecutionProcess(
        process.id(),
        process.attemptId(),
        process.sessionId(),
        process.turnId(),
        process.repoId(),
        process.reason(),
        status,
        ending.exitCode(),
        status == ProcessStatus.COMPLETED ? Optional.empty() : Optional.of(summary()),
        process.startedAt(),
        Optional.of(ending.at()));
  }

  private ProcessStatus status() {
    if (stopReason.isPresent()) {
      return ProcessStatus.KILLED;
    }
    return result.filter(TurnResult.Succeeded.class::isInstance).isPresent()
        ? ProcessStatus.COMPLETED
        : ProcessStatus.FAILED;
  }

  boolean isSessionLost() {
    return result
        .filter(
            ended ->
                ended instanceof TurnResult.Failed failed
                    && failed.cause() == TurnResult.Cause.SESSION_LOST)
        .isPresent();
  }

  private String summary() {
    if (stopReason.isPresent()) {
      return stopReason.get() + ", " + ending.summary();
    }
    var start = isSessionLost() ? "session lost, " + ending.summary() : ending.summary();
    var words = result.map(TurnResult::summary).orElse("").strip();
    return Utf8.cut(words.isEmpty() ? start : start + ": " + words, MAX_SUMMARY);
  }
}
