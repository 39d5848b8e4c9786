package dev.baton.mcp.internal.framing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads lines of bytes and never holds more than a line may have. Not thread safe. */
public final class LineReader {
  private static final int CHUNK = 16 * 1024;

  /** What is kept of each end of a line that is too long. */
  private static final int END = 1024;

  /** A line without its end; of one that was too long how it begins and ends, in two lines. */
  public static final class Line {
    private final byte[] bytes;
    private final boolean tooLong;

    private Line(byte[] bytes, boolean tooLong) {
      this.bytes = bytes;
      this.tooLong = tooLong;
    }

    public byte[] bytes() {
      return bytes;
    }

    public boolean isTooLong() {
      return tooLong;
    }
  }

  private final InputStream in;
  private final int limit;
  private final byte[] chunk = new byte[CHUNK];
  private int position;
  private int end;

  public LineReader(InputStream in, int limit) {
    this.in = in;
    this.limit = limit;
  }

  /** The next line; empty at the end of the input. A last line without an end counts. */
  public Optional<Line> next() throws IOException {
    var line = new ByteArrayOutputStream(256);
    var length = 0L;
    while (true) {
      if (position == end && !fill()) {
        return length == 0 ? Optional.empty() : Optional.of(line(line, length));
      }
      var stop = position;
      while (stop < end && chunk[stop] != '\n') {
        stop++;
      }
      length += stop - position;
      line.write(chunk, position, stop - position);
      if (length > limit) {
        line = ends(line);
      }
      position = stop;
      if (stop < end) {
        position++;
        return Optional.of(line(line, length));
      }
    }
  }

  private Line line(ByteArrayOutputStream bytes, long length) {
    return new Line(bytes.toByteArray(), length > limit);
  }

  private static ByteArrayOutputStream ends(ByteArrayOutputStream line) {
    if (line.size() <= 2 * END) {
      return line;
    }
    var bytes = line.toByteArray();
    var ends = new ByteArrayOutputStream(2 * END + 1);
    ends.write(bytes, 0, END);
    ends.write('\n');
    ends.write(bytes, bytes.length - END, END);
    return ends;
  }

  private boolean fill() throws IOException {
    position = 0;
    end = Math.max(in.read(chunk), 0);
    return end > 0;
  }
}
