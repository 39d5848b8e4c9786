package dev.baton.orchestrator.board;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.internal.schema.WireNames;
import java.util.Locale;

/** The column of the board that a task stands in. */
public enum BoardTaskStatus {
  TODO,
  @JsonProperty("inprogress")
  IN_PROGRESS,
  @JsonProperty("inreview")
  IN_REVIEW,
  DONE,
  CANCELLED;

  /** Whether something is still to be done. */
  public boolean isOpen() {
    return this != DONE && this != CANCELLED;
  }

  /** For people. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public String wireName() {
    return WireNames.of(this);
  }
}
