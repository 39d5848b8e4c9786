package dev.baton.orchestrator.forge;

import java.util.Locale;

/** Where a pull request stands. */
public enum PullRequestState {
  DRAFT,
  OPEN,
  MERGED,
  CLOSED,
  /** There is none; the branch alone was pushed. */
  NONE;

  /** True if somebody may still merge it. */
  public boolean isOpen() {
    return this == DRAFT || this == OPEN;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
