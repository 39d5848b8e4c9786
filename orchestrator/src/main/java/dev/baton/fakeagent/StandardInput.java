package dev.baton.fakeagent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Standard input, as a whole or line by line. */
final class StandardInput {
  private final InputStream in;
  private final byte[] buffer = new byte[4096];
  private int from;
  private int to;

  StandardInput(InputStream in) {
    this.in = in;
  }

  /** Everything up to the end. */
  String all() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** The next line without its end; null at the end of the input. */
  @Nullable String next() throws IOException {
    var line = new ByteArrayOutputStream();
    while (fill()) {
      var start = from;
      while (from < to && buffer[from] != '\n') {
        from++;
      }
      line.write(buffer, start, from - start);
      if (from < to) {
        from++;
        return line.toString(StandardCharsets.UTF_8);
      }
    }
    return line.size() > 0 ? line.toString(StandardCharsets.UTF_8) : null;
  }

  private boolean fill() throws IOException {
    if (from == to) {
      from = 0;
      to = Math.max(0, in.read(buffer));
    }
    return from < to;
  }
}
