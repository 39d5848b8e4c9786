package dev.baton.orchestrator.review;

import java.util.List;

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
    return lines.stream().mapToLong(DiffLine::oldNumber).filter(it -> it > 0).findFirst().orElse(0);
  }

  public long newStart() {
    return lines.stream().mapToLong(DiffLine::newNumber).filter(it -> it > 0).findFirst().orElse(0);
  }
}
