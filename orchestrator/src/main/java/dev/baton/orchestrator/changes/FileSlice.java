package dev.baton.orchestrator.changes;

import dev.baton.workflow.internal.record.Sentence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Cuts a part out of an open file, never inside a character. */
final class FileSlice {
  /** The bytes that git looks at to tell whether a file is text. */
  private static final int PROBE_BYTES = 8_000;

  /** Lines are counted no further than this. */
  private static final long MOST_COUNTED = 64L * 1024 * 1024;

  private final SeekableByteChannel file;
  private final String name;
  private final int maxBytes;

  FileSlice(SeekableByteChannel file, String name, int maxBytes) {
    this.file = file;
    this.name = name;
    this.maxBytes = maxBytes;
  }

  FileContent read(FileRange range) throws IOException {
    try {
      requireText(at(0, PROBE_BYTES));
      return switch (range) {
        case FileRange.Lines lines -> lines(lines);
        case FileRange.Bytes bytes -> bytes(bytes.offset());
      };
    } catch (BlockedReadException e) {
      return FileContent.blocked(e, file.size());
    }
  }

  private FileContent lines(FileRange.Lines range) throws IOException {
    long line = 1;
    long offset = 0;
    while (line < range.start()) {
      var block = at(offset, 65_536);
      if (block.length == 0) {
        return noLine(line, range.start());
      }
      int end = 0;
      while (end < block.length && line < range.start()) {
        if (block[end++] == '\n') {
          line++;
        }
      }
      offset += end;
    }
    var wanted = at(offset, maxBytes + 1);
    if (wanted.length == 0 && offset > 0) {
      return noLine(line, range.start());
    }
    return answer(wholeLines(wanted, range.end() - range.start()), offset, Optional.of(line));
  }

  private FileContent noLine(long reached, long wanted) throws IOException {
    var last = at(file.size() - 1, 1);
    long lines = last.length > 0 && last[0] == '\n' ? reached - 1 : reached;
    return nothing(
        "The file has %s, so there is no line %d"
            .formatted(Sentence.counted(lines, "line"), wanted));
  }

  /** Ends with the last wanted line; if there is no room for it, with the last that fits. */
  private byte[] wholeLines(byte[] bytes, long linesBetween) {
    long left = linesBetween;
    int lastEnd = 0;
    int room = Math.min(bytes.length, maxBytes);
    for (int i = 0; i < room; i++) {
      if (bytes[i] == '\n') {
        lastEnd = i + 1;
        if (left-- == 0) {
          return Arrays.copyOf(bytes, lastEnd);
        }
      }
    }
    boolean rest = bytes.length <= maxBytes;
    return rest
        ? bytes
        : Arrays.copyOf(bytes, lastEnd > 0 ? lastEnd : wholeCharacters(bytes, room));
  }

  private FileContent bytes(long wanted) throws IOException {
    if (wanted > file.size()) {
      return nothing(
          "The file has %s, so there is nothing at offset %d"
              .formatted(Sentence.counted(file.size(), "byte"), wanted));
    }
    long offset = beginningOfCharacter(wanted);
    var bytes = at(offset, maxBytes + 1);
    int room = Math.min(bytes.length, maxBytes);
    int end = bytes.length <= maxBytes ? bytes.length : wholeCharacters(bytes, room);
    return answer(Arrays.copyOf(bytes, end), offset, lineOf(offset));
  }

  private long beginningOfCharacter(long wanted) throws IOException {
    long from = Math.max(0, wanted - 3);
    var before = at(from, (int) (wanted - from) + 1);
    int i = (int) (wanted - from);
    while (i > 0 && i < before.length && isContinuation(before[i])) {
      i--;
    }
    return i < before.length && isContinuation(before[i]) ? wanted : from + i;
  }

  private Optional<Long> lineOf(long offset) throws IOException {
    if (offset > MOST_COUNTED) {
      return Optional.empty();
    }
    long line = 1;
    for (long position = 0; position < offset; position += 65_536) {
      line += newlines(at(position, (int) Math.min(65_536, offset - position)));
    }
    return Optional.of(line);
  }

  private FileContent answer(byte[] bytes, long offset, Optional<Long> line) throws IOException {
    requireText(bytes);
    long end = offset + bytes.length;
    boolean more = end < file.size();
    long lines = newlines(bytes) - (bytes.length > 0 && bytes[bytes.length - 1] == '\n' ? 1 : 0);
    return new FileContent(
        new String(bytes, StandardCharsets.UTF_8),
        line,
        line.map(first -> first + lines),
        offset,
        more,
        file.size(),
        Optional.empty(),
        more
            ? Optional.of("The file goes on: repeat get_attempt_file with offset=%d".formatted(end))
            : Optional.empty());
  }

  private FileContent nothing(String hint) throws IOException {
    return new FileContent(
        "",
        Optional.empty(),
        Optional.empty(),
        file.size(),
        false,
        file.size(),
        Optional.empty(),
        Optional.of(hint));
  }

  private void requireText(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        throw new BlockedReadException(BlockedRead.BINARY, "'%s' is not text".formatted(name));
      }
    }
  }

  private static int wholeCharacters(byte[] bytes, int end) {
    int cut = end;
    while (cut > 0 && end - cut < 4 && isContinuation(bytes[cut])) {
      cut--;
    }
    // why: four continuation bytes in a row are no UTF-8, and may be cut anywhere
    return isContinuation(bytes[cut]) ? end : cut;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xc0) == 0x80;
  }

  private static long newlines(byte[] bytes) {
    long count = 0;
    for (byte b : bytes) {
      count += b == '\n' ? 1 : 0;
    }
    return count;
  }

  private byte[] at(long offset, int length) throws IOException {
    var buffer = ByteBuffer.allocate(length);
    file.position(Math.max(0, offset));
    while (buffer.hasRemaining() && file.read(buffer) >= 0) {
      // why empty: a read may bring less than there is room for
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }
}
