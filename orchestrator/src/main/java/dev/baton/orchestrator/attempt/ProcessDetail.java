package dev.baton.orchestrator.attempt;

import java.util.Optional;
import java.util.UUID;

/**
 * A process with what is needed to run it and to read its output, also after a restart.
 *
 * @param promptText what the agent is told; scripts have none
 * @param variant the executor's variant
 * @param resumedSession the agent's own id of the conversation that this goes on with
 * @param stdoutOffset up to where its output is stored
 * @param firstRawIndex the attempt's next raw index when this process was recorded
 * @param isBegun true once what is known before the first line is stored
 */
public record ProcessDetail(
    ExecutionProcess process,
    Optional<String> promptText,
    Optional<String> variant,
    Optional<String> resumedSession,
    long stdoutOffset,
    long stderrOffset,
    long firstRawIndex,
    boolean isBegun) {
  /** A process that has printed nothing yet. */
  public ProcessDetail(
      ExecutionProcess process,
      Optional<String> promptText,
      Optional<String> variant,
      Optional<String> resumedSession) {
    this(process, promptText, variant, resumedSession, 0, 0, 0, false);
  }

  /** A script that has printed nothing yet. */
  public static ProcessDetail ofScript(ExecutionProcess process) {
    return new ProcessDetail(process, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public UUID id() {
    return process.id();
  }
}
