package dev.baton.orchestrator.attempt;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.internal.schema.WireNames;

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
