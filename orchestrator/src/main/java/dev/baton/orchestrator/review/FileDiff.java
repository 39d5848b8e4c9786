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
  /**
   * The content of a file.
   *
   * @param id git's name of it, the same for the same content
   */
  public record Blob(String id, long bytes) {}

  /**
   * Lines of a difference that stand together.
   *
   * @param heading what the lines are inside of, such as a function, as git found out
   */
  public record Hunk(String heading, List<DiffLine> lines) {
    public Hunk {
      lines = List.copyOf(lines);
    }

    /** The number before of the first line, or of the line that would follow. */
    public long oldStart() {
      return lines.stream()
          .mapToLong(DiffLine::oldNumber)
          .filter(it -> it > 0)
          .findFirst()
          .orElse(0);
    }

    public long newStart() {
      return lines.stream()
          .mapToLong(DiffLine::newNumber)
          .filter(it -> it > 0)
          .findFirst()
          .orElse(0);
    }
  }

  /**
   * One line of a difference.
   *
   * @param oldNumber its number before, 0 if it is new
   * @param newNumber its number now, 0 if it is gone
   * @param cut how many characters were left out at its end
   * @param isEnded false for a last line that no line feed ends
   */
  public record DiffLine(
      Kind kind, long oldNumber, long newNumber, String text, int cut, boolean isEnded) {
    /** A line as most are. */
    public DiffLine(Kind kind, long oldNumber, long newNumber, String text, int cut) {
      this(kind, oldNumber, newNumber, text, cut, true);
    }

    DiffLine withoutEnd() {
      return new DiffLine(kind, oldNumber, newNumber, text, cut, false);
    }

    /** What happened to a line. */
    public enum Kind {
      SAME,
      ADDED,
      DELETED
    }
  }

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

  /** The same of the content before. */
  public String contentIdBefore() {
    return before.map(Blob::id).orElse(GONE);
  }
}
