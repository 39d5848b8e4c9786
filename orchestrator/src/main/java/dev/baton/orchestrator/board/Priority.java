package dev.baton.orchestrator.board;

/** How soon a task should be done, the most urgent first. */
public enum Priority {
  URGENT,
  HIGH,
  NORMAL,
  LOW
}
