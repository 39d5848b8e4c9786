package dev.baton.orchestrator.process;

import java.util.List;
import java.util.UUID;

/**
 * Lines of one program.
 *
 * @param offset where to read on once these lines are stored; store both together
 */
public record OutputBatch(
    UUID processId, OutputChannel channel, List<PrintedLine> lines, long offset) {
  public OutputBatch {
    lines = List.copyOf(lines);
  }

  /**
   * A line that a program printed, or a piece of one, without its end.
   *
   * @param continues whether the next one belongs to the same line
   */
  public record PrintedLine(String text, boolean continues) {}

  int characters() {
    return lines.stream().mapToInt(line -> line.text().length()).sum();
  }
}
