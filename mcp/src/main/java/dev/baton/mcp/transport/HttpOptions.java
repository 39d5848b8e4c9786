package dev.baton.mcp.transport;

import dev.baton.mcp.internal.message.Message;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How HTTP is served. Immutable.
 *
 * @param host the address to bind
 * @param port the port to bind; 0 takes a free one
 * @param requestsPerOwner how many requests of one owner may be in flight
 * @param sessionIdle how long a session of the older era lives without use
 * @param stalledWrite how long a client may read nothing before its stream is closed
 * @param heartbeat how often a silent stream shows that it lives, which also finds clients that
 *     left
 * @param routes what is served beside MCP
 * @param streamRoutes the same for what has a door of its own
 * @param health what {@code /healthz} answers
 * @param refusals how requests that are not served are answered
 * @param browserSessions the file that keeps sessions of browsers over a restart
 * @param publicAddress what browsers and clients call a server behind a proxy, such as {@code
 *     https://board.example.org}
 */
public record HttpOptions(
    String host,
    int port,
    int maxMessageBytes,
    int requestsPerOwner,
    Duration sessionIdle,
    Duration stalledWrite,
    Duration heartbeat,
    List<Route> routes,
    List<Route.Streamed> streamRoutes,
    Health health,
    Refusals refusals,
    Optional<Path> browserSessions,
    Optional<URI> publicAddress) {
  public HttpOptions {
    routes = List.copyOf(routes);
    streamRoutes = List.copyOf(streamRoutes);
  }

  /** Loopback at this port, with the default limits. */
  public static HttpOptions loopback(int port) {
    return new HttpOptions(
        "127.0.0.1",
        port,
        Message.MAX_BYTES,
        64,
        Duration.ofMinutes(30),
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        List.of(),
        List.of(),
        Health.GOOD,
        Refusals.PLAIN,
        Optional.empty(),
        Optional.empty());
  }

  public HttpOptions withHost(String address) {
    return edited(edit -> edit.host = address);
  }

  public HttpOptions withMaxMessageBytes(int bytes) {
    return edited(edit -> edit.maxMessageBytes = bytes);
  }

  public HttpOptions withRequestsPerOwner(int requests) {
    return edited(edit -> edit.requestsPerOwner = requests);
  }

  public HttpOptions withSessionIdle(Duration idle) {
    return edited(edit -> edit.sessionIdle = idle);
  }

  public HttpOptions withStalledWrite(Duration patience) {
    return edited(edit -> edit.stalledWrite = patience);
  }

  public HttpOptions withHeartbeat(Duration interval) {
    return edited(edit -> edit.heartbeat = interval);
  }

  /** Serves one more thing beside MCP. */
  public HttpOptions withRoute(Route route) {
    return edited(edit -> edit.routes.add(route));
  }

  /** Serves one more thing beside MCP that has a door of its own. */
  public HttpOptions withStreamRoute(Route.Streamed route) {
    return edited(edit -> edit.streamRoutes.add(route));
  }

  public HttpOptions withHealth(Health source) {
    return edited(edit -> edit.health = source);
  }

  public HttpOptions withRefusals(Refusals wording) {
    return edited(edit -> edit.refusals = wording);
  }

  public HttpOptions withBrowserSessions(Path file) {
    return edited(edit -> edit.browserSessions = Optional.of(file));
  }

  /** Lets a proxy stand before the server, at this address. */
  public HttpOptions withPublicAddress(URI address) {
    return edited(edit -> edit.publicAddress = Optional.of(address));
  }

  private HttpOptions edited(Consumer<Edit> change) {
    var edit = new Edit(this);
    change.accept(edit);
    return edit.toOptions();
  }

  /** Options while one of them changes. Not thread safe. */
  private static final class Edit {
    private String host;
    private final int port;
    private int maxMessageBytes;
    private int requestsPerOwner;
    private Duration sessionIdle;
    private Duration stalledWrite;
    private Duration heartbeat;
    private final List<Route> routes;
    private final List<Route.Streamed> streamRoutes;
    private Health health;
    private Refusals refusals;
    private Optional<Path> browserSessions;
    private Optional<URI> publicAddress;

    Edit(HttpOptions options) {
      host = options.host;
      port = options.port;
      maxMessageBytes = options.maxMessageBytes;
      requestsPerOwner = options.requestsPerOwner;
      sessionIdle = options.sessionIdle;
      stalledWrite = options.stalledWrite;
      heartbeat = options.heartbeat;
      routes = new ArrayList<>(options.routes);
      streamRoutes = new ArrayList<>(options.streamRoutes);
      health = options.health;
      refusals = options.refusals;
      browserSessions = options.browserSessions;
      publicAddress = options.publicAddress;
    }

    HttpOptions toOptions() {
      return new HttpOptions(
          host,
          port,
          maxMessageBytes,
          requestsPerOwner,
          sessionIdle,
          stalledWrite,
          heartbeat,
          routes,
          streamRoutes,
          health,
          refusals,
          browserSessions,
          publicAddress);
    }
  }
}
