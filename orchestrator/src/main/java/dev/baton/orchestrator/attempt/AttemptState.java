package dev.baton.orchestrator.attempt;

import java.util.Locale;

/** Where an attempt stands; the only place that knows which changes are legal. */
public enum AttemptState {
  /** Nothing has run: it waits in line, or was stopped there and never begins. */
  IDLE,
  /** A turn is under way: a script or an agent runs, or the next one is about to. */
  RUNNING,
  /** The last turn came to its end. */
  COMPLETED,
  /** The last turn failed, or was stopped. */
  FAILED;

  /** Whether this change can happen. */
  public boolean mayBecome(AttemptState next) {
    return switch (this) {
      case IDLE -> next == RUNNING || next == FAILED;
      case RUNNING -> next == COMPLETED || next == FAILED || next == RUNNING;
      case COMPLETED, FAILED -> next == RUNNING;
    };
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
