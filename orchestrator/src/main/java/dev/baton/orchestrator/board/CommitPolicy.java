package dev.baton.orchestrator.board;

import java.util.Locale;

/** Who commits what an agent leaves uncommitted at the end of a turn. */
public enum CommitPolicy {
  /** Baton does. */
  AUTO,
  /** The agent does, because its prompt asks for it; the rest stays in the worktree. */
  AGENT,
  /** Nobody does before the merge. */
  NONE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
