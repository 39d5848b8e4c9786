package dev.baton.orchestrator.process;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The end of the next line in a buffer, or of the next piece of a long line. It depends on nothing
 * but the bytes from its beginning on, so a reader that continues from its end finds the same
 * pieces.
 *
 * @param end the end of its text
 * @param next where the next one begins
 */
record LinePiece(int end, int next, boolean continues) {
  /** The longest text of a piece, in bytes. */
  static final int MAX_BYTES = 64 * 1024;

  /** How many bytes from the beginning of a piece always suffice to find its end. */
  static final int LOOK_AHEAD = MAX_BYTES + 2;

  private static final char SHOWN_NUL = '\u2400';

  /**
   * Finds the piece that begins at {@code from}; empty if it needs bytes that are not there yet.
   *
   * @param isComplete whether no more bytes will come
   */
  static Optional<LinePiece> find(byte[] bytes, int from, int to, boolean isComplete) {
    var limit = from + MAX_BYTES;
    var newline = indexOfNewline(bytes, from, Math.min(to, from + LOOK_AHEAD));
    if (newline >= 0) {
      var end = newline > from && bytes[newline - 1] == '\r' ? newline - 1 : newline;
      return Optional.of(end <= limit ? new LinePiece(end, newline + 1, false) : cut(bytes, from));
    }
    if (to - from >= LOOK_AHEAD || (isComplete && to > limit)) {
      return Optional.of(cut(bytes, from));
    }
    return isComplete && to > from ? Optional.of(new LinePiece(to, to, false)) : Optional.empty();
  }

  /** Its text; bytes that are not UTF-8 show as U+FFFD, NUL as its picture. */
  static String text(byte[] bytes, int from, int to) {
    // why: PostgreSQL stores no text with a NUL
    return new String(bytes, from, to - from, StandardCharsets.UTF_8).replace('\0', SHOWN_NUL);
  }

  private static int indexOfNewline(byte[] bytes, int from, int to) {
    for (var i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private static LinePiece cut(byte[] bytes, int from) {
    var end = boundary(bytes, from + MAX_BYTES);
    return new LinePiece(end, end, true);
  }

  /** The last position up to {@code limit} that is not inside a character. */
  private static int boundary(byte[] bytes, int limit) {
    for (var back = 0; back < 4; back++) {
      var b = bytes[limit - back];
      if (!isContinuation(b)) {
        return back > 0 && length(b) > back ? limit - back : limit;
      }
    }
    return limit;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  /** How long a character is that begins with this byte. */
  private static int length(byte first) {
    if ((first & 0xE0) == 0xC0) {
      return 2;
    }
    if ((first & 0xF0) == 0xE0) {
      return 3;
    }
    return (first & 0xF8) == 0xF0 ? 4 : 1;
  }
}
