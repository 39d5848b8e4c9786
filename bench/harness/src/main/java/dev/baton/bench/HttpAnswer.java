package dev.baton.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * One HTTP answer in a buffer that fills up: knows when it is whole, with a length or in chunks.
 * Not thread safe, and used again for the next answer.
 */
final class HttpAnswer {
  private static final int HEAD_END = 4;
  private static final int STATUS_START = "HTTP/1.1 ".length();
  private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(ISO_8859_1);
  private static final byte[] CHUNKED = "transfer-encoding: chunked".getBytes(ISO_8859_1);

  private byte[] bytes = new byte[64 * 1024];
  private int filled;
  private int bodyStart;

  void clear() {
    filled = 0;
    bodyStart = 0;
  }

  /** Adds what has arrived. */
  void add(byte[] more, int length) {
    if (filled + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (filled + length));
    }
    System.arraycopy(more, 0, bytes, filled, length);
    filled += length;
  }

  /** True if the whole answer is here and nothing after it. */
  boolean isWhole() {
    if (bodyStart == 0) {
      bodyStart = findHeadEnd();
    }
    if (bodyStart == 0) {
      return false;
    }
    var length = lineStart(CONTENT_LENGTH);
    if (length > 0) {
      return filled == bodyStart + number(length + CONTENT_LENGTH.length, 10);
    }
    if (lineStart(CHUNKED) > 0) {
      return endOfChunks() == filled;
    }
    return filled == bodyStart;
  }

  int status() {
    return (int) number(STATUS_START, 10);
  }

  /** True if these bytes stand in the body; chunks of one answer are not put together for that. */
  boolean bodyContains(byte[] wanted) {
    for (var at = bodyStart; at <= filled - wanted.length; at++) {
      if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  /** The JSON of the body, for what is read once. */
  String body() {
    var text = new String(bytes, bodyStart, filled - bodyStart, UTF_8);
    return text.substring(text.indexOf('{'), text.lastIndexOf('}') + 1);
  }

  /** A header, for what is read once for a connection. */
  Optional<String> header(String name) {
    var start = lineStart((name.toLowerCase(Locale.ROOT) + ":").getBytes(ISO_8859_1));
    if (start == 0) {
      return Optional.empty();
    }
    var line = new String(bytes, start, bodyStart - start, ISO_8859_1);
    return Optional.of(line.substring(name.length() + 1, line.indexOf('\r')).strip());
  }

  private int findHeadEnd() {
    for (var at = 0; at <= filled - HEAD_END; at++) {
      if (bytes[at] == '\r'
          && bytes[at + 1] == '\n'
          && bytes[at + 2] == '\r'
          && bytes[at + 3] == '\n') {
        return at + HEAD_END;
      }
    }
    return 0;
  }

  /** Where the header line begins that has this prefix, written in lower case; 0 if none does. */
  private int lineStart(byte[] prefix) {
    for (var at = 0; at < bodyStart - HEAD_END; at++) {
      if (bytes[at] == '\n' && startsWith(at + 1, prefix)) {
        return at + 1;
      }
    }
    return 0;
  }

  private boolean startsWith(int at, byte[] prefix) {
    for (var i = 0; i < prefix.length; i++) {
      if (Character.toLowerCase(bytes[at + i]) != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  /** Where the answer ends, or -1 if the last chunk is not here yet. */
  private long endOfChunks() {
    var at = (long) bodyStart;
    while (at < filled) {
      var size = number((int) at, 16);
      var lineEnd = at;
      while (lineEnd < filled && bytes[(int) lineEnd] != '\n') {
        lineEnd++;
      }
      at = lineEnd + 1 + size + 2;
      if (size == 0) {
        return at;
      }
    }
    return -1;
  }

  private long number(int start, int radix) {
    var at = start;
    while (at < filled && bytes[at] == ' ') {
      at++;
    }
    var value = 0L;
    for (; at < filled; at++) {
      var digit = Character.digit(bytes[at], radix);
      if (digit < 0) {
        break;
      }
      value = value * radix + digit;
    }
    return value;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, filled, ISO_8859_1);
  }
}
