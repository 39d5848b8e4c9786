package dev.baton.orchestrator.attempt;

import java.util.Locale;

/** What a process was started for. */
public enum ProcessReason {
  SETUPSCRIPT,
  CODINGAGENT,
  CLEANUPSCRIPT,
  /** Runs beside an attempt, and never counts for its state. */
  DEVSERVER;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
