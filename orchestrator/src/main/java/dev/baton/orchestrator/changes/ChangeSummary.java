package dev.baton.orchestrator.changes;

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
