package dev.baton.orchestrator.attempt;

import java.util.Locale;

/** How far a process is. */
public enum ProcessStatus {
  /** It was recorded, and runs or is about to. */
  RUNNING,
  COMPLETED,
  FAILED,
  /** Somebody stopped it. */
  KILLED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
