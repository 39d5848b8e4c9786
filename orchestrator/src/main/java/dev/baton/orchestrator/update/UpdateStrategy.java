package dev.baton.orchestrator.update;

/** How the news of a target branch come into the branch of an attempt. */
public enum UpdateStrategy {
  /** The commits of the attempt, one by one, on top of the target. */
  REBASE,
  /** A commit that joins both histories. */
  MERGE
}
