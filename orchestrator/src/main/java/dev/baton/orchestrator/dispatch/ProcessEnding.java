package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.agent.ProgramExit;
import dev.baton.orchestrator.agent.TurnResult;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessStatus;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.transcript.Utf8;
import java.util.Optional;

/** What the end of a program means: an agent has succeeded only if it said so. */
final class ProcessEnding {
  private static final int MAX_SUMMARY = 1024;

  private ProcessEnding() {}

  static ProgramExit exit(Ending ending) {
    return switch (ending) {
      case Ending.Exited exited -> new ProgramExit.Code(exited.code());
      case Ending.Signalled signalled -> new ProgramExit.Signal(signalled.signal());
      case Ending.Lost _ -> new ProgramExit.Unknown();
    };
  }

  static ExecutionProcess of(
      ExecutionProcess process, Ending ending, Optional<TurnResult> result, boolean isStopped) {
    var succeeded = result.filter(TurnResult.Succeeded.class::isInstance).isPresent();
    var status =
        isStopped
            ? ProcessStatus.KILLED
            : succeeded ? ProcessStatus.COMPLETED : ProcessStatus.FAILED;
    return new ExecutionProcess(
        process.id(),
        process.attemptId(),
        process.sessionId(),
        process.turnId(),
        process.repoId(),
        process.reason(),
        status,
        ending.exitCode(),
        status == ProcessStatus.COMPLETED
            ? Optional.empty()
            : Optional.of(summary(ending, result, isStopped)),
        process.startedAt(),
        Optional.of(ending.at()));
  }

  static boolean isSessionLost(Optional<TurnResult> result) {
    return result
        .filter(
            ended ->
                ended instanceof TurnResult.Failed failed
                    && failed.cause() == TurnResult.Cause.SESSION_LOST)
        .isPresent();
  }

  private static String summary(Ending ending, Optional<TurnResult> result, boolean isStopped) {
    var words = result.map(TurnResult::summary).orElse("").strip();
    var start =
        isStopped
            ? "stopped, " + ending.summary()
            : isSessionLost(result) ? "session lost, " + ending.summary() : ending.summary();
    var text = words.isEmpty() || isStopped ? start : start + ": " + words;
    return Utf8.cut(text, MAX_SUMMARY);
  }
}
