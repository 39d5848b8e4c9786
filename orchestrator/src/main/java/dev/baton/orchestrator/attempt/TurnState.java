package dev.baton.orchestrator.attempt;

/** How a turn stands, as callers see it. */
public enum TurnState {
  RUNNING,
  COMPLETED,
  FAILED,
  /** A later turn began anew from the workspace before this one. */
  TAKEN_BACK
}
