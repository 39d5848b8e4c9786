package dev.baton.orchestrator.changes;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an attempt changed.
 *
 * @param blocked why the files are not listed
 * @param problem what git said if the changes cannot be found out
 */
public record Changes(
    ChangeSummary summary,
    Optional<Blocked> blocked,
    List<FileChange> files,
    Optional<String> problem) {
  public Changes {
    files = List.copyOf(files);
  }

  /** Why files are not listed. */
  public enum Blocked {
    SUMMARY_FAILED,
    THRESHOLD_EXCEEDED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
