package dev.baton.orchestrator.review;

import java.util.List;
import java.util.Optional;

/**
 * A part of the differences of one file.
 *
 * @param path as it is shown
 * @param before the content before; empty if there was none
 * @param now the content now; empty if the file is gone
 * @param first how many lines of the difference come before the part
 * @param hasMore true if lines of the difference follow
 * @param oldLines the whole content before; empty if it is too long or no text
 * @param newLines the whole content now; the same
 */
public record FileDiff(
    String path,
    Optional<Blob> before,
    Optional<Blob> now,
    boolean isBinary,
    List<Hunk> hunks,
    long first,
    boolean hasMore,
    List<String> oldLines,
    List<String> newLines) {
  /** Stands for the content of a file that is gone. */
  public static final String GONE = "gone";

  public FileDiff {
    hunks = List.copyOf(hunks);
    oldLines = List.copyOf(oldLines);
    newLines = List.copyOf(newLines);
  }

  /** Another text if the file has another content. */
  public String contentId() {
    return now.map(Blob::id).orElse(GONE);
  }
}
