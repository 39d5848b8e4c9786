package dev.baton.orchestrator.git;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The quotes that git puts around names that are not plain. */
final class Quotes {
  private static final String ESCAPED = "\u0007\b\t\n\u000b\f\r\"\\";
  private static final String ESCAPES = "abtnvfr\"\\";

  private Quotes() {}

  /** Reads what is between the quotes; empty if it is malformed. */
  static Optional<byte[]> unquote(String text) {
    var source = text.getBytes(StandardCharsets.UTF_8);
    var bytes = new ByteArrayOutputStream();
    int i = 0;
    while (i < source.length) {
      int escape = source[i] == '\\' && i + 1 < source.length ? ESCAPES.indexOf(source[i + 1]) : -1;
      if (source[i] == '"') {
        return Optional.empty();
      } else if (source[i] != '\\') {
        bytes.write(source[i]);
        i += 1;
      } else if (escape >= 0) {
        bytes.write(ESCAPED.charAt(escape));
        i += 2;
      } else if (isOctal(source, i + 1)) {
        bytes.write(
            ((source[i + 1] - '0') << 6) | ((source[i + 2] - '0') << 3) | (source[i + 3] - '0'));
        i += 4;
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(bytes.toByteArray());
  }

  private static boolean isOctal(byte[] source, int at) {
    return at + 2 < source.length
        && source[at] >= '0'
        && source[at] <= '3'
        && source[at + 1] >= '0'
        && source[at + 1] <= '7'
        && source[at + 2] >= '0'
        && source[at + 2] <= '7';
  }

  /** Every byte is escaped that is not printable ASCII. */
  static String quote(byte[] bytes) {
    var text = new StringBuilder("\"");
    for (byte b : bytes) {
      int escape = ESCAPED.indexOf(b);
      if (escape >= 0) {
        text.append('\\').append(ESCAPES.charAt(escape));
      } else if (b < 0x20 || b == 0x7f) {
        text.append("\\%03o".formatted(b & 0xff));
      } else {
        text.append((char) b);
      }
    }
    return text.append('"').toString();
  }
}
