package dev.baton.orchestrator.board;

/** The order in which tasks are listed. */
public enum BoardTaskOrder {
  /** As they were put into their columns, column by column. */
  POSITION,
  /** By the time at which they were made. */
  NEWEST
}
