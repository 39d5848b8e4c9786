package dev.baton.app.pipe;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.Refusals;
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
import java.util.function.BiFunction;
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
  private static final String NOT_VALID = "its token is not valid";

  /** A caller that was let in with a token, and the owner that it acts for. */
  private record Guest(String token, TaskOwner bearer, TaskOwner speaker) {}

  private final ServerSocket socket;
  private final McpServer server;
  private final Access access;
  private final BiFunction<TaskOwner, JsonNode, Optional<TaskOwner>> speaker;
  private final JsonNode welcome;
  private final int maxMessageBytes;
  private final Refusals refusals;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private LineServer(
      ServerSocket socket,
      McpServer server,
      Access access,
      BiFunction<TaskOwner, JsonNode, Optional<TaskOwner>> speaker,
      JsonNode welcome,
      int maxMessageBytes,
      Refusals refusals) {
    this.socket = socket;
    this.server = server;
    this.access = access;
    this.speaker = speaker;
    this.welcome = welcome;
    this.maxMessageBytes = maxMessageBytes;
    this.refusals = refusals;
  }

  /**
   * Starts to serve at a free port.
   *
   * @param speaker the owner that a caller with this token and greeting speaks for; empty if the
   *     token may not speak for the owner that the greeting names
   * @param welcome what a caller is told first
   * @param refusals what it is told of messages that are too long
   */
  public static LineServer start(
      McpServer server,
      Access access,
      BiFunction<TaskOwner, JsonNode, Optional<TaskOwner>> speaker,
      JsonNode welcome,
      int maxMessageBytes,
      Refusals refusals)
      throws IOException {
    var lines =
        new LineServer(
            new ServerSocket(0, 64, InetAddress.getLoopbackAddress()),
            server,
            access,
            speaker,
            welcome,
            maxMessageBytes,
            refusals);
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
      var guest = greeted(caller);
      if (guest.isPresent()) {
        caller.setSoTimeout(0);
        say(caller, welcome);
        StdioTransport.serve(
            server,
            guest.get().speaker(),
            caller.getInputStream(),
            caller.getOutputStream(),
            maxMessageBytes,
            () -> findRefusal(guest.get()),
            refusals);
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

  /** Whom the first line lets in; a caller that is not let in is told why. */
  private Optional<Guest> greeted(Socket caller) throws IOException {
    try {
      var greeting = FirstLine.read(caller.getInputStream());
      var token = greeting.path("token").asString("");
      var bearer = findBearer(token);
      if (bearer.isEmpty()) {
        refuse(caller, refusal(token));
        return Optional.empty();
      }
      var named = speaker.apply(bearer.get(), greeting);
      if (named.isEmpty()) {
        refuse(caller, "only the local user may speak for another attempt");
      }
      return named.map(owner -> new Guest(token, bearer.get(), owner));
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn("A caller sent an unknown greeting", e);
      refuse(caller, "its greeting is not understood: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<TaskOwner> findBearer(String token) {
    return switch (access) {
      case Access.Open() -> Optional.of(TaskOwner.LOCAL);
      case Access.Tokens tokens -> tokens.ownerOf(token);
    };
  }

  /** Why somebody who was let in is not served any more, if it is so. */
  private Optional<String> findRefusal(Guest guest) {
    return findBearer(guest.token()).equals(Optional.of(guest.bearer()))
        ? Optional.empty()
        : Optional.of(refusal(guest.token()));
  }

  private String refusal(String token) {
    return access instanceof Access.Tokens tokens
        ? tokens.findRefusal(token).orElse(NOT_VALID)
        : NOT_VALID;
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
