package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.OutputBatch.PrintedLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads lines out of a file that grows. It remembers nothing between two calls, so one reader
 * serves many files, and a new one goes on where another ended. Not thread safe.
 */
final class OutputReader {
  private static final int BUFFER_BYTES = 4 * LinePiece.MAX_BYTES;

  /**
   * What was read.
   *
   * @param offset where to read on
   * @param isDrained whether there was nothing more to be had
   */
  record Chunk(List<PrintedLine> lines, long offset, boolean isDrained) {
    Chunk {
      lines = List.copyOf(lines);
    }
  }

  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final int maxLines;

  public OutputReader(int maxLines) {
    this.maxLines = maxLines;
  }

  /**
   * Reads some lines from this offset on, at most the reader's number of lines and a quarter of a
   * mebibyte. An unfinished line is left for later, unless it is long.
   *
   * @param isComplete whether nothing more will be written; then the last line needs no end
   */
  public Chunk read(Path file, long offset, boolean isComplete) throws IOException {
    if (size(file) <= offset) {
      return new Chunk(List.of(), offset, true);
    }
    var filled = fill(file, offset);
    // why: what did not fit into the buffer is yet to come, whatever the caller knows
    var isAll = filled < buffer.length;
    var lines = new ArrayList<PrintedLine>();
    var from = 0;
    while (lines.size() < maxLines) {
      var piece = LinePiece.find(buffer, from, filled, isComplete && isAll);
      if (piece.isEmpty()) {
        return new Chunk(lines, offset + from, isAll);
      }
      var found = piece.get();
      lines.add(new PrintedLine(LinePiece.text(buffer, from, found.end()), found.continues()));
      from = found.next();
    }
    return new Chunk(lines, offset + from, isAll && from == filled);
  }

  private int fill(Path file, long offset) throws IOException {
    var target = ByteBuffer.wrap(buffer);
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (target.hasRemaining() && channel.read(target, offset + target.position()) > 0) {}
    }
    return target.position();
  }

  private static long size(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }
}
