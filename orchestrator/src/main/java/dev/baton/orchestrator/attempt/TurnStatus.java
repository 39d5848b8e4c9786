package dev.baton.orchestrator.attempt;

/** Where a turn stands. */
public enum TurnStatus {
  QUEUED,
  ACTIVE,
  DONE,
  CANCELLED
}
