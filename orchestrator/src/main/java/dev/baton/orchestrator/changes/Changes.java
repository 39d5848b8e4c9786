package dev.baton.orchestrator.changes;

import java.util.List;
import java.util.Optional;

/**
 * The changes that an attempt made.
 *
 * @param blocked why the files are not listed
 * @param problem what git said if the changes cannot be found out
 */
public record Changes(
    ChangeSummary summary,
    Optional<Blocked> blocked,
    List<FileChange> files,
    Optional<String> problem) {
  /**
   * One changed file.
   *
   * @param path as it is shown; quoted as git does if it is not UTF-8
   * @param added lines, 0 for a binary file
   * @param deleted lines, 0 for a binary file
   * @param oldPath where a renamed or copied file was before
   */
  public record FileChange(
      String path,
      ChangeStatus status,
      long added,
      long deleted,
      Optional<String> oldPath,
      boolean binary) {}

  /**
   * How much changed.
   *
   * @param totalBytes the size of the new contents
   */
  public record ChangeSummary(int fileCount, long added, long deleted, long totalBytes) {
    static final ChangeSummary NOTHING = new ChangeSummary(0, 0, 0, 0);

    ChangeSummary plus(ChangeSummary other) {
      return new ChangeSummary(
          fileCount + other.fileCount,
          added + other.added,
          deleted + other.deleted,
          totalBytes + other.totalBytes);
    }
  }

  public Changes {
    files = List.copyOf(files);
  }

  /** Why files are not listed. */
  public enum Blocked {
    SUMMARY_FAILED,
    THRESHOLD_EXCEEDED
  }
}
