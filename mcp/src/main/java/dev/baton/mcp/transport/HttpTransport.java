package dev.baton.mcp.transport;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Streamable HTTP at {@code /mcp}, on Jetty, a virtual thread for each request. */
public final class HttpTransport implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
  private static final int ACCEPT_QUEUE = 1024;
  private static final int MAX_PLATFORM_THREADS = 32;

  /** What a browser may do with anything that is not MCP: show it as what it is, and only here. */
  private static final HttpFields FOR_BROWSERS =
      HttpFields.from(
          new HttpField(
              "Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                  + " font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'self';"
                  + " base-uri 'none'; frame-ancestors 'none'"),
          new HttpField("X-Content-Type-Options", "nosniff"),
          new HttpField("X-Frame-Options", "DENY"),
          new HttpField("Referrer-Policy", "same-origin"),
          new HttpField("Cross-Origin-Opener-Policy", "same-origin"),
          new HttpField("Cross-Origin-Resource-Policy", "same-origin"));

  private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(10);

  /**
   * How long a connection may rest between two requests: longer than clients keep one, so that they
   * give it up and not the server. A request that meets the server's end of it is lost.
   */
  private static final Duration REST = Duration.ofMinutes(2);

  private final Server jetty;
  private final ServerConnector connector;
  private final McpEndpoint endpoint;
  private final Heartbeat heartbeat;
  private final Door door;
  private final Routes routes;
  private final List<Route.Streamed> streamRoutes;
  private final Health health;
  private final Refusals refusals;

  private HttpTransport(McpServer server, Access access, HttpOptions options) {
    door =
        new Door(
            options.host(),
            access,
            new BrowserSessions(Clock.systemUTC(), new SessionFile(options.browserSessions())),
            this::port,
            options.publicAddress());
    var intake = new Intake(options);
    routes = new Routes(options.routes(), intake, server.streams());
    streamRoutes = options.streamRoutes();
    health = options.health();
    refusals = options.refusals();
    heartbeat = new Heartbeat(options.heartbeat());
    var sessions = new Sessions(options.sessionIdle(), Clock.systemUTC());
    heartbeat.also(sessions::sweep, SWEEP_INTERVAL);
    endpoint = new McpEndpoint(server, intake, sessions, heartbeat);
    jetty = new Server(threads());
    connector = new ServerConnector(jetty, new HttpConnectionFactory(configuration(options)));
    connector.setHost(options.host());
    connector.setPort(options.port());
    connector.setAcceptQueueSize(ACCEPT_QUEUE);
    connector.setIdleTimeout(REST.toMillis());
    jetty.addConnector(connector);
    jetty.setHandler(new Entrance());
    jetty.setErrorHandler(this::refuse);
  }

  /**
   * Starts to serve.
   *
   * @throws IllegalArgumentException if the address is open to others and needs no token
   * @throws IOException if the port cannot be had
   */
  public static HttpTransport start(McpServer server, Access access, HttpOptions options)
      throws IOException {
    var transport = new HttpTransport(server, access, options);
    try {
      transport.jetty.start();
      return transport;
    } catch (Exception e) {
      transport.close();
      throw new IOException(
          "Cannot serve at %s port %d: %s"
              .formatted(options.host(), options.port(), e.getMessage()),
          e);
    }
  }

  /** Answers what Jetty itself refuses, such as a request that is not HTTP. */
  private boolean refuse(Request request, Response response, Callback callback) {
    var status = response.getStatus();
    var path = Optional.ofNullable(request.getHttpURI()).map(HttpURI::getPath).orElse("");
    // why not by what is accepted: of a request that cannot be read nobody knows it
    var page = path.startsWith("/") ? page(path, status) : Optional.<String>empty();
    FOR_BROWSERS.forEach(response.getHeaders()::put);
    response
        .getHeaders()
        .put(
            HttpHeader.CONTENT_TYPE,
            page.isPresent() ? "text/html; charset=utf-8" : "application/json");
    var body =
        page.map(text -> text.getBytes(StandardCharsets.UTF_8))
            .orElseGet(
                () ->
                    Json.bytes(
                        refusals.body(
                            path,
                            status,
                            "Bad request: HTTP status %d for path '%s'".formatted(status, path))));
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private Optional<String> page(String path, int status) {
    return refusals.findPage(
        path,
        status,
        "The server cannot read this request (HTTP status %d). Look at how the address is written."
            .formatted(status));
  }

  private static QueuedThreadPool threads() {
    var pool = new QueuedThreadPool(MAX_PLATFORM_THREADS, 2);
    pool.setName("http");
    pool.setDaemon(true);
    pool.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-call").factory()));
    return pool;
  }

  private static HttpConfiguration configuration(HttpOptions options) {
    var configuration = new HttpConfiguration();
    configuration.setIdleTimeout(options.stalledWrite().toMillis());
    configuration.setSendServerVersion(false);
    configuration.setSendDateHeader(false);
    return configuration;
  }

  /** The port that is bound, also if a free one was asked for. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Where clients send their messages. */
  public String url() {
    var bound = connector.getHost();
    var host = bound.equals("0.0.0.0") || bound.equals("::") ? "127.0.0.1" : bound;
    return "http://%s:%d/mcp".formatted(host.contains(":") ? "[" + host + "]" : host, port());
  }

  private void serve(HttpExchange exchange) throws IOException {
    if (!door.admits(exchange)) {
      HttpErrors.respond(
          exchange, 403, "The Host or the Origin of this request is not this server");
      return;
    }
    var streamRoute =
        streamRoutes.stream()
            .filter(route -> exchange.path().startsWith(route.prefix()))
            .findFirst();
    if (streamRoute.isPresent()) {
      stream(streamRoute.get(), exchange);
    } else if (exchange.path().equals("/healthz")) {
      health(exchange);
    } else {
      admit(exchange);
    }
  }

  private static void stream(Route.Streamed route, HttpExchange exchange) throws IOException {
    Fields query;
    try {
      query = Fields.parse(exchange.query());
    } catch (IllegalArgumentException e) {
      HttpErrors.respond(exchange, 400, "The query of the address cannot be read");
      return;
    }
    route.handler().handle(new StreamRequest(exchange, query));
  }

  /** A request for something that is streamed. */
  private record StreamRequest(HttpExchange exchange, Fields query)
      implements Route.StreamExchange {
    @Override
    public String method() {
      return exchange.method();
    }

    @Override
    public String path() {
      return exchange.path();
    }

    @Override
    public Optional<String> header(String name) {
      return exchange.header(name);
    }

    @Override
    public InputStream body() {
      return exchange.input();
    }

    @Override
    public void refuse(int status, Map<String, String> headers, String problem) throws IOException {
      HttpErrors.respond(exchange, status, headers, problem);
    }

    @Override
    public OutputStream answer(Map<String, String> headers) throws IOException {
      return exchange.stream(headers);
    }
  }

  private void health(HttpExchange exchange) throws IOException {
    var problem = health.findProblem();
    var answer = Json.object().put("status", problem.isEmpty() ? "ok" : "unavailable");
    problem.ifPresent(text -> answer.put("problem", text));
    exchange.respond(
        problem.isEmpty() ? 200 : 503,
        Map.of("Content-Type", "application/json"),
        Json.bytes(answer));
  }

  private void admit(HttpExchange exchange) throws IOException {
    if (door.isLink(exchange)) {
      door.openLink(exchange);
      return;
    }
    var admission = door.admit(exchange, routes.guard(exchange));
    if (admission.isEmpty()) {
      HttpErrors.respond(
          exchange, 401, Map.of("WWW-Authenticate", "Bearer"), door.refusal(exchange));
      return;
    }
    if (door.isLeaving(exchange)) {
      door.leave(exchange);
    } else if (exchange.path().equals("/mcp")) {
      endpoint.serve(admission.get());
    } else {
      routes.serve(exchange, admission.get());
    }
  }

  /** Stops taking requests and lets every client go. */
  @Override
  public void close() {
    heartbeat.close();
    endpoint.close();
    try {
      jetty.stop();
    } catch (Exception e) {
      throw new IllegalStateException("Jetty did not stop", e);
    }
  }

  /** Jetty's way in: each request runs, blocking, on a virtual thread. */
  private final class Entrance extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      // why: a handler may think for longer than a client may refuse to read
      request.addIdleTimeoutListener(timeout -> false);
      var exchange = new JettyExchange(request, response, refusals);
      if (!exchange.path().equals("/mcp")) {
        response.getHeaders().add(FOR_BROWSERS);
      }
      try {
        serve(exchange);
        callback.succeeded();
      } catch (IOException | RuntimeException e) {
        failed(exchange, response, callback, e);
      }
      return true;
    }

    private void failed(
        HttpExchange exchange, Response response, Callback callback, Exception failure) {
      if (response.isCommitted()) {
        callback.failed(failure);
        return;
      }
      try {
        if (failure instanceof IOException) {
          LOG.debug("A request did not arrive whole", failure);
          HttpErrors.respond(exchange, 408, "The request did not arrive whole");
        } else if (failure instanceof Access.UnavailableException) {
          LOG.debug("Nobody can tell whose token it is", failure);
          HttpErrors.respond(exchange, 503, String.valueOf(failure.getMessage()));
        } else {
          LOG.error("A request could not be served", failure);
          HttpErrors.respond(exchange, 503, "The request cannot be served; the log says why");
        }
        callback.succeeded();
      } catch (IOException e) {
        callback.failed(e);
      }
    }
  }
}
