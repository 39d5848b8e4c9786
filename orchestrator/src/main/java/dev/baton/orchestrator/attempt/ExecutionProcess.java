package dev.baton.orchestrator.attempt;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.internal.schema.WireNames;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One program that was started for an attempt.
 *
 * @param turnId the turn that it belongs to; a dev server has none
 * @param repoId the repository whose script it runs; an agent has none
 */
public record ExecutionProcess(
    UUID id,
    UUID attemptId,
    Optional<UUID> sessionId,
    Optional<UUID> turnId,
    Optional<UUID> repoId,
    ProcessReason reason,
    ProcessStatus status,
    Optional<Integer> exitCode,
    Optional<String> failureSummary,
    Instant startedAt,
    Optional<Instant> endedAt) {
  /** What a process was started for. */
  public enum ProcessReason {
    @JsonProperty("setupscript")
    SETUP_SCRIPT,
    @JsonProperty("codingagent")
    CODING_AGENT,
    @JsonProperty("cleanupscript")
    CLEANUP_SCRIPT,
    /** Runs beside an attempt, and never counts for its state. */
    @JsonProperty("devserver")
    DEV_SERVER;

    public String wireName() {
      return WireNames.of(this);
    }
  }

  /** How far a process is. */
  public enum ProcessStatus {
    /** It was recorded, and runs or is about to. */
    RUNNING,
    COMPLETED,
    FAILED,
    /** Somebody stopped it. */
    KILLED
  }

  public boolean isRunning() {
    return status == ProcessStatus.RUNNING;
  }
}
