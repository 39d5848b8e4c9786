package dev.baton.orchestrator.review;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.orchestrator.review.FileDiff.DiffLine;
import dev.baton.orchestrator.review.FileDiff.DiffLine.Kind;
import dev.baton.orchestrator.review.FileDiff.Hunk;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads a part of the patch of one file, and no more of it than is asked for. Not thread safe. */
final class PatchParser {
  /** The longest line that is shown whole. */
  static final int LONGEST_LINE = 2_000;

  private static final int MOST_BYTES_OF_LINE = 4 * LONGEST_LINE;

  private static final Pattern HEADER =
      Pattern.compile("@@ -(\\d+)(?:,\\d+)? \\+(\\d+)(?:,\\d+)? @@ ?(.*)", Pattern.DOTALL);

  /**
   * A part of a patch.
   *
   * @param hasMore true if there are lines after it
   */
  record Part(List<Hunk> hunks, boolean isBinary, boolean hasMore) {
    Part {
      hunks = List.copyOf(hunks);
    }
  }

  /** A line, of which some bytes may be left out. */
  private static final class Line {
    private final byte[] bytes;
    private final int left;

    Line(byte[] bytes, int left) {
      this.bytes = bytes;
      this.left = left;
    }

    String text(int from) {
      return new String(bytes, from, bytes.length - from, UTF_8);
    }
  }

  private final InputStream in;
  private final long first;
  private final int most;
  private final List<Hunk> hunks = new ArrayList<>();
  private List<DiffLine> lines = new ArrayList<>();
  private String heading = "";
  private long oldNumber;
  private long newNumber;
  private long seen;
  private boolean isBinary;

  /**
   * A reader of some lines.
   *
   * @param first how many lines are left out at the beginning
   * @param most how many are read
   */
  PatchParser(InputStream in, long first, int most) {
    this.in = new BufferedInputStream(in, 64 * 1024);
    this.first = first;
    this.most = most;
  }

  Part read() throws IOException {
    var hasMore = false;
    var isInHunk = false;
    for (var line = next(); line.bytes.length > 0 && !hasMore; line = next()) {
      var sign = line.bytes[0];
      if (sign == '@') {
        isInHunk = begin(line);
      } else if (isInHunk && (sign == ' ' || sign == '+' || sign == '-')) {
        hasMore = !add(sign, line);
      } else if (isInHunk && sign == '\\' && !lines.isEmpty()) {
        // why: git says so behind a line that no line feed ends
        lines.add(lines.removeLast().withoutEnd());
      } else if (!isInHunk) {
        isBinary |= line.text(0).startsWith("Binary files ");
      }
    }
    close();
    return new Part(hunks, isBinary, hasMore);
  }

  private boolean begin(Line line) {
    var header = HEADER.matcher(line.text(0));
    if (!header.matches()) {
      return false;
    }
    close();
    heading = header.group(3).strip();
    oldNumber = Long.parseLong(header.group(1));
    newNumber = Long.parseLong(header.group(2));
    return true;
  }

  /** Returns false if there is no room for it any more. */
  private boolean add(byte sign, Line line) {
    var isWanted = seen >= first;
    if (isWanted && seen >= first + most) {
      return false;
    }
    var kind = sign == '+' ? Kind.ADDED : sign == '-' ? Kind.DELETED : Kind.SAME;
    if (isWanted) {
      var text = line.text(1);
      var shown = text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) : text;
      lines.add(
          new DiffLine(
              kind,
              kind == Kind.ADDED ? 0 : oldNumber,
              kind == Kind.DELETED ? 0 : newNumber,
              shown,
              text.length() - shown.length() + line.left));
    }
    seen++;
    oldNumber += kind == Kind.ADDED ? 0 : 1;
    newNumber += kind == Kind.DELETED ? 0 : 1;
    return true;
  }

  private void close() {
    if (!lines.isEmpty()) {
      hunks.add(new Hunk(heading, lines));
      lines = new ArrayList<>();
    }
  }

  /** The next line without its end; no bytes at all after the last. */
  private Line next() throws IOException {
    var bytes = new ByteArrayOutputStream(120);
    var left = 0;
    var b = in.read();
    if (b < 0) {
      return new Line(new byte[0], 0);
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      if (bytes.size() < MOST_BYTES_OF_LINE) {
        bytes.write(b);
      } else {
        left++;
      }
    }
    // why: an empty line of a patch would be taken for its end
    return new Line(bytes.size() == 0 ? " ".getBytes(US_ASCII) : bytes.toByteArray(), left);
  }
}
