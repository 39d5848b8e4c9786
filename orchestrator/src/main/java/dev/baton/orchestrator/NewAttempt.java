package dev.baton.orchestrator;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An attempt to start.
 *
 * @param repos may be empty if the project has one repository
 * @param promptText replaces title and description of the task
 */
public record NewAttempt(
    UUID taskId,
    String executor,
    Optional<String> variant,
    List<Target> repos,
    Optional<String> promptText) {
  public NewAttempt {
    repos = List.copyOf(repos);
  }

  /** A repository, and the branch that the attempt begins from and is merged into. */
  public record Target(UUID repoId, String targetBranch) {}
}
