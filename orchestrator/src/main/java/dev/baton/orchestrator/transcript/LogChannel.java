package dev.baton.orchestrator.transcript;

/** Which of the two logs of an attempt. */
public enum LogChannel {
  /** What the output means, the same for every executor. */
  NORMALIZED,
  /** The lines as they were printed. */
  RAW
}
