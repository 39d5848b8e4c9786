package dev.baton.app.pipe;

import dev.baton.mcp.protocol.Json;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** The first line of a connection, with which both ends say who they are. */
final class FirstLine {
  private static final int MOST_BYTES = 64 * 1024;

  private FirstLine() {}

  /**
   * Reads it, and not a byte more.
   *
   * @throws IllegalArgumentException if it is no JSON object
   */
  static ObjectNode read(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.size() > MOST_BYTES) {
        throw new EOFException("The other end said nothing");
      }
      line.write(next);
    }
    return Json.parseObject(line.toString(StandardCharsets.UTF_8));
  }
}
