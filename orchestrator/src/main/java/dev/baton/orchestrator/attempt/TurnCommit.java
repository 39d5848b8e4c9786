package dev.baton.orchestrator.attempt;

import java.util.Optional;
import java.util.UUID;

/**
 * Where a turn found the branch of a repository, and left it.
 *
 * @param filesBefore a commit of the files as the turn found them, if some were not committed
 * @param merging the commit whose merge the turn found unfinished
 * @param target what the branch was compared with and merged into; unknown of older turns
 */
public record TurnCommit(
    UUID turnId,
    UUID repoId,
    String commitBefore,
    Optional<String> filesBefore,
    Optional<String> merging,
    Optional<Target> target,
    Optional<String> commitAfter) {
  /**
   * What an attempt is compared with and merged into.
   *
   * @param commit where the branch was when the attempt last got its news
   */
  public record Target(String branch, String commit) {}
}
