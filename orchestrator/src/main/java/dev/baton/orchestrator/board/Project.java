package dev.baton.orchestrator.board;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A named set of repositories.
 *
 * @param commitPolicy empty if the one of the configuration holds
 * @param archivedAt since when lists leave it out; empty if they do not
 */
public record Project(
    UUID id,
    String name,
    Optional<CommitPolicy> commitPolicy,
    Instant createdAt,
    Instant updatedAt,
    Optional<Instant> archivedAt) {
  public Project withName(String text, Instant now) {
    return new Project(id, text, commitPolicy, createdAt, now, archivedAt);
  }

  public Project withCommitPolicy(CommitPolicy policy, Instant now) {
    return new Project(id, name, Optional.of(policy), createdAt, now, archivedAt);
  }

  /** The same with the policy of the configuration. */
  public Project withoutCommitPolicy(Instant now) {
    return new Project(id, name, Optional.empty(), createdAt, now, archivedAt);
  }

  public Project archived(Instant now) {
    return new Project(id, name, commitPolicy, createdAt, now, Optional.of(now));
  }

  public Project restored(Instant now) {
    return new Project(id, name, commitPolicy, createdAt, now, Optional.empty());
  }
}
