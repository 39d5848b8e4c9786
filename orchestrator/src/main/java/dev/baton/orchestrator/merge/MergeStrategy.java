package dev.baton.orchestrator.merge;

import java.util.Locale;

/** The way in which work gets into its target branch. */
public enum MergeStrategy {
  /** One new commit with all changes. */
  SQUASH,
  /** A commit that joins both histories. */
  MERGE,
  /** The commits of the attempt, one by one, on top of the target. */
  REBASE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
