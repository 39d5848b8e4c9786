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

  int characters() {
    return lines.stream().mapToInt(line -> line.text().length()).sum();
  }
}
