package dev.baton.app.pipe;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.StdioTransport;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Serves MCP line by line on a port of this machine, as over standard streams: the other end of
 * {@code baton mcp}. The first line is the caller's token.
 */
public final class LineServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LineServer.class);
  private static final int GREETING_MILLIS = 10_000;

  private final ServerSocket socket;
  private final McpServer server;
  private final Access access;
  private final Function<JsonNode, Optional<TaskOwner>> insider;
  private final JsonNode welcome;
  private final int maxMessageBytes;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private LineServer(
      ServerSocket socket,
      McpServer server,
      Access access,
      Function<JsonNode, Optional<TaskOwner>> insider,
      JsonNode welcome,
      int maxMessageBytes) {
    this.socket = socket;
    this.server = server;
    this.access = access;
    this.insider = insider;
    this.welcome = welcome;
    this.maxMessageBytes = maxMessageBytes;
  }

  /**
   * Starts to serve at a free port.
   *
   * @param insider whom a caller speaks for who greets from inside a workspace
   * @param welcome what a caller is told first
   */
  public static LineServer start(
      McpServer server,
      Access access,
      Function<JsonNode, Optional<TaskOwner>> insider,
      JsonNode welcome,
      int maxMessageBytes)
      throws IOException {
    var lines =
        new LineServer(
            new ServerSocket(0, 64, InetAddress.getLoopbackAddress()),
            server,
            access,
            insider,
            welcome,
            maxMessageBytes);
    Thread.ofVirtual().name("lines").start(lines::accept);
    return lines;
  }

  public int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        var caller = socket.accept();
        Thread.ofVirtual().name("line-caller").start(() -> serve(caller));
      } catch (IOException e) {
        LOG.debug("No longer listening", e);
      }
    }
  }

  private void serve(Socket caller) {
    open.add(caller);
    try (caller) {
      caller.setTcpNoDelay(true);
      caller.setSoTimeout(GREETING_MILLIS);
      var owner = greeted(caller);
      if (owner.isPresent()) {
        caller.setSoTimeout(0);
        say(caller, welcome);
        StdioTransport.serve(
            server,
            owner.get(),
            caller.getInputStream(),
            caller.getOutputStream(),
            maxMessageBytes);
      }
    } catch (IOException e) {
      LOG.debug("A caller left", e);
    } finally {
      open.remove(caller);
    }
  }

  private static void say(Socket caller, JsonNode line) throws IOException {
    caller.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Whose token the first line brings; a caller that is not let in is told why. */
  private Optional<TaskOwner> greeted(Socket caller) throws IOException {
    try {
      var greeting = FirstLine.read(caller.getInputStream());
      var owner =
          switch (access) {
            case Access.Open() -> Optional.of(TaskOwner.LOCAL);
            case Access.Tokens tokens -> tokens.ownerOf(greeting.path("token").asString(""));
          };
      if (owner.isEmpty()) {
        refuse(caller, "its token is not valid");
      }
      return owner.map(known -> insider.apply(greeting).orElse(known));
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn("A caller greeted in a way that nobody understands", e);
      refuse(caller, "its greeting is not understood: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static void refuse(Socket caller, String reason) throws IOException {
    say(caller, Json.object().put(LineDoor.REFUSED, reason));
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (var caller : open) {
      caller.close();
    }
  }
}
