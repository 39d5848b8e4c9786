package dev.baton.mcp.transport;

import dev.baton.mcp.protocol.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
 * @param health what {@code /healthz} answers
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
    Health health) {
  public HttpOptions {
    routes = List.copyOf(routes);
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
        Health.GOOD);
  }

  public HttpOptions withHost(String address) {
    return new HttpOptions(
        address,
        port,
        maxMessageBytes,
        requestsPerOwner,
        sessionIdle,
        stalledWrite,
        heartbeat,
        routes,
        health);
  }

  public HttpOptions withMaxMessageBytes(int bytes) {
    return new HttpOptions(
        host, port, bytes, requestsPerOwner, sessionIdle, stalledWrite, heartbeat, routes, health);
  }

  public HttpOptions withRequestsPerOwner(int requests) {
    return new HttpOptions(
        host,
        port,
        maxMessageBytes,
        requests,
        sessionIdle,
        stalledWrite,
        heartbeat,
        routes,
        health);
  }

  public HttpOptions withSessionIdle(Duration idle) {
    return new HttpOptions(
        host,
        port,
        maxMessageBytes,
        requestsPerOwner,
        idle,
        stalledWrite,
        heartbeat,
        routes,
        health);
  }

  public HttpOptions withStalledWrite(Duration patience) {
    return new HttpOptions(
        host,
        port,
        maxMessageBytes,
        requestsPerOwner,
        sessionIdle,
        patience,
        heartbeat,
        routes,
        health);
  }

  public HttpOptions withHeartbeat(Duration interval) {
    return new HttpOptions(
        host,
        port,
        maxMessageBytes,
        requestsPerOwner,
        sessionIdle,
        stalledWrite,
        interval,
        routes,
        health);
  }

  /** Serves one more thing beside MCP. */
  public HttpOptions withRoute(Route route) {
    var all = new ArrayList<>(routes);
    all.add(route);
    return new HttpOptions(
        host,
        port,
        maxMessageBytes,
        requestsPerOwner,
        sessionIdle,
        stalledWrite,
        heartbeat,
        all,
        health);
  }

  public HttpOptions withHealth(Health source) {
    return new HttpOptions(
        host,
        port,
        maxMessageBytes,
        requestsPerOwner,
        sessionIdle,
        stalledWrite,
        heartbeat,
        routes,
        source);
  }
}
