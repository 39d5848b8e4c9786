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
      boolean binary,
      ModeChange mode) {}

  /** Whether a file can be executed that could not be before, or the other way round. */
  public enum ModeChange {
    NONE,
    EXECUTABLE,
    NOT_EXECUTABLE;

    /** Reads modes as git names them; a file that is new or gone, or no plain file, has no such. */
    static ModeChange of(String before, String now) {
      return switch (before + " " + now) {
        case "100644 100755" -> EXECUTABLE;
        case "100755 100644" -> NOT_EXECUTABLE;
        default -> NONE;
      };
    }
  }

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
