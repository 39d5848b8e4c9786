package dev.baton.orchestrator.board;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Who commits what an agent leaves uncommitted at the end of a turn. */
public enum CommitPolicy {
  /** Baton does. */
  AUTO,
  /** The agent does, because its prompt asks for it; the rest stays in the worktree. */
  AGENT,
  /** Nobody does before the merge. */
  NONE;

  /** The policy of this name on the wire. */
  public static Optional<CommitPolicy> find(String wireName) {
    return Stream.of(values()).filter(policy -> policy.wireName().equals(wireName)).findFirst();
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
