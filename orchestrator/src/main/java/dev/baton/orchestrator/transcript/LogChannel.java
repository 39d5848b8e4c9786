package dev.baton.orchestrator.transcript;

import java.util.Locale;

/** Which of the two logs of an attempt. */
public enum LogChannel {
  /** What the output means, the same for every executor. */
  NORMALIZED,
  /** The lines as they were printed. */
  RAW;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
