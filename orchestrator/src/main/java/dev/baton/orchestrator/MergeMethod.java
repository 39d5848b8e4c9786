package dev.baton.orchestrator;

import java.util.Locale;

/** How an attempt's commits reach the target branch. */
public enum MergeMethod {
  /** One commit that holds everything. */
  SQUASH,
  /** A merge commit with both histories. */
  MERGE,
  /** The same commits again, on top of the target. */
  REBASE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
