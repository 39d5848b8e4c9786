package dev.baton.orchestrator.attempt;

/** Where a question of an agent stands. */
public enum ApprovalStatus {
  PENDING,
  ANSWERED,
  /** Nobody answered in time, which is a denial. */
  EXPIRED,
  /** The agent no longer waits. */
  WITHDRAWN
}
