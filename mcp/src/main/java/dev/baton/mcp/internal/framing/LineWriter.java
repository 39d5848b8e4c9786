package dev.baton.mcp.internal.framing;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Writes messages one after the other, each a line; a client that has gone is not written to.
 * Thread safe.
 */
public final class LineWriter {
  private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);

  private final OutputStream out;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean broken;

  public LineWriter(OutputStream out) {
    this.out = out;
  }

  public void write(JsonNode message) {
    var bytes = Json.bytes(message);
    var line = Arrays.copyOf(bytes, bytes.length + 1);
    line[bytes.length] = '\n';
    lock.lock();
    try {
      if (!broken) {
        out.write(line);
        out.flush();
      }
    } catch (IOException e) {
      broken = true;
      LOG.debug("The client reads no more", e);
    } finally {
      lock.unlock();
    }
  }
}
