package dev.baton.orchestrator.board;

import java.util.Locale;

/** The column of the board that a task stands in. */
public enum BoardTaskStatus {
  TODO,
  INPROGRESS,
  INREVIEW,
  DONE,
  CANCELLED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
