package dev.baton.orchestrator;

import java.util.List;
import java.util.Optional;

/**
 * What an attempt has changed against the merge base with its target branches, committed or not.
 *
 * @param blockedReason {@code summary_failed} or {@code threshold_exceeded}; the files are then
 *     left out
 */
public record AttemptChanges(
    Summary summary, Optional<String> blockedReason, List<ChangedFile> files) {
  public AttemptChanges {
    files = List.copyOf(files);
  }

  public boolean isBlocked() {
    return blockedReason.isPresent();
  }

  /**
   * The changes in numbers.
   *
   * @param totalBytes size of the new contents
   */
  public record Summary(int fileCount, long added, long deleted, long totalBytes) {}

  /**
   * One file that differs.
   *
   * @param status {@code added}, {@code modified}, {@code deleted}, {@code renamed}, {@code copied}
   *     or {@code type_changed}
   */
  public record ChangedFile(
      String path,
      String status,
      long added,
      long deleted,
      Optional<String> oldPath,
      boolean isBinary) {}
}
