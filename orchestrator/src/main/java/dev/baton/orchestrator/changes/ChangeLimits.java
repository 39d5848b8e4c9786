package dev.baton.orchestrator.changes;

/** Above which a list of changes is not answered unless the caller insists. */
public record ChangeLimits(int files, long lines, long bytes) {
  public static final ChangeLimits DEFAULT = new ChangeLimits(500, 25_000, 50_000_000);

  boolean exceededBy(ChangeSummary summary) {
    return summary.fileCount() > files
        || summary.added() + summary.deleted() > lines
        || summary.totalBytes() > bytes;
  }
}
