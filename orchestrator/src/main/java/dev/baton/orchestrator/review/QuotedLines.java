package dev.baton.orchestrator.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Some lines of a content, however long the rest of it is.
 *
 * @param count how many lines the content has, as git counts them
 * @param text the lines without their last line feed; empty if they are too long to be held
 */
record QuotedLines(long count, Optional<String> text) {
  static final QuotedLines NONE = new QuotedLines(0, Optional.of(""));

  /** Reads to the end; only what is quoted is held. */
  static QuotedLines read(InputStream in, long first, long last, int mostBytes) throws IOException {
    var bytes = new BufferedInputStream(in);
    var quoted = new ByteArrayOutputStream();
    var isHeld = true;
    long line = 1;
    var isBegun = false;
    for (int next = bytes.read(); next >= 0; next = bytes.read()) {
      isBegun = next != '\n';
      if (line >= first && line <= last && (isBegun || line < last)) {
        isHeld &= quoted.size() < mostBytes;
        if (isHeld) {
          quoted.write(next);
        }
      }
      line += isBegun ? 0 : 1;
    }
    return new QuotedLines(
        isBegun ? line : line - 1, isHeld ? Optional.of(quoted.toString(UTF_8)) : Optional.empty());
  }
}
