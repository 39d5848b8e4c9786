package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A client at the other end of a server's standard streams. */
public final class StdioClient extends TestClient {
  static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  private final BytePipe toServer = new BytePipe();
  private final BytePipe fromServer = new BytePipe();
  private final BlockingQueue<JsonNode> others = new LinkedBlockingQueue<>();
  private final Thread serving;
  private final Thread reading;

  public StdioClient(TestServer server) {
    this(server.mcp());
  }

  public StdioClient(McpServer server) {
    serving = Thread.ofVirtual().name("test-stdio-server").start(() -> serve(server));
    reading = Thread.ofVirtual().name("test-stdio-client").start(this::read);
  }

  private void serve(McpServer server) {
    try {
      StdioTransport.serve(server, toServer.source, fromServer.sink, MAX_MESSAGE_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      close(fromServer);
    }
  }

  private static void close(BytePipe pipe) {
    try {
      pipe.sink.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    try (var lines =
        new BufferedReader(new InputStreamReader(fromServer.source, StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        arrived(Answer.of(Json.MAPPER.readTree(line)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  void unexpected(Answer answer) {
    others.add(answer.message());
  }

  /** The next answer that belongs to no request that this client knows of. */
  public Answer nextOther() {
    try {
      var other = others.poll(15, TimeUnit.SECONDS);
      assertThat(other).as("an answer").isNotNull();
      return Answer.of(other);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  @Override
  public void transmit(ObjectNode message) {
    write(message + "\n");
  }

  /** Writes text as it is. */
  void write(String text) {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  void write(byte[] bytes) {
    try {
      toServer.sink.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes the server's input, as a client does that is done. */
  void endInput() {
    close(toServer);
  }

  /** Waits until the server has stopped and everything that it wrote was read. */
  boolean awaitEnd(Duration limit) {
    try {
      return serving.join(limit) && reading.join(limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Ends the client; calls that a test left waiting are cancelled by closing the server first. */
  @Override
  public void close() {
    endInput();
    assertThat(awaitEnd(Duration.ofSeconds(20))).as("the server stops serving stdio").isTrue();
  }
}
