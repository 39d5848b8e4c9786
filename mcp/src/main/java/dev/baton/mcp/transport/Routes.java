package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.internal.connection.StreamLimit;
import dev.baton.mcp.internal.connection.StreamLimit.TooManyStreamsException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the route of a request and follows it. Thread safe. */
final class Routes {
  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  private final List<Route> routes;
  private final Intake intake;
  private final StreamLimit streams;

  Routes(List<Route> routes, Intake intake, StreamLimit streams) {
    this.routes = routes;
    this.intake = intake;
    this.streams = streams;
  }

  /** The callers that may send this request. */
  Route.Guard guard(HttpExchange exchange) {
    // why as a form: a session is told which method is right, and nothing is done for it
    return find(exchange)
        .map(Route::guard)
        .orElse(at(exchange).isEmpty() ? Route.Guard.TOKEN : Route.Guard.FORM);
  }

  private Optional<Route> find(HttpExchange exchange) {
    var method = exchange.isReading() ? "GET" : exchange.method();
    return at(exchange).stream().filter(one -> one.method().equals(method)).findFirst();
  }

  private static String methods(Route route) {
    return route.method().equals("GET") ? "GET, HEAD" : route.method();
  }

  private List<Route> at(HttpExchange exchange) {
    return routes.stream().filter(one -> one.match(exchange.path()).isPresent()).toList();
  }

  void serve(HttpExchange exchange, Admission admission) throws IOException {
    var here = at(exchange);
    if (here.isEmpty()) {
      HttpErrors.respond(
          exchange, 404, "There is nothing at %s; MCP is at /mcp".formatted(exchange.path()));
      return;
    }
    var route = find(exchange);
    if (route.isEmpty()) {
      var allowed = here.stream().map(Routes::methods).collect(Collectors.joining(", "));
      HttpErrors.respond(exchange, 405, Map.of("Allow", allowed), "Use " + allowed);
      return;
    }
    try {
      var response = follow(route.get(), exchange, admission);
      if (response.isPresent()) {
        send(response.get(), exchange, admission);
      }
    } catch (HttpRefusalException e) {
      e.answer(exchange);
    } catch (CharacterCodingException e) {
      HttpErrors.respond(exchange, 400, "The body is not UTF-8");
    }
  }

  /** The answer; empty if it has been given. */
  private Optional<Route.Response> follow(Route route, HttpExchange exchange, Admission admission)
      throws IOException, HttpRefusalException {
    // why none: what is open to everybody has no owner to count for, and needs no body
    var isOpen = route.guard() == Route.Guard.NONE;
    try (var _ = intake.slot(admission.owner(), isOpen ? 0 : 1)) {
      var body = isOpen ? Optional.of(new byte[0]) : intake.body(exchange, route.mostBytes());
      if (body.isEmpty()) {
        return Optional.empty();
      }
      var request = request(route, admission, body.get());
      if (route.guard() == Route.Guard.FORM) {
        requireForm(request);
      }
      if (route.guard() == Route.Guard.FORM && !hasToken(request)) {
        HttpErrors.respond(
            exchange,
            403,
            "This form is from another session of the browser; load the page again, then send it");
        return Optional.empty();
      }
      return Optional.of(route.handler().handle(request));
    } catch (IOException | HttpRefusalException e) {
      throw e;
    } catch (Exception e) {
      LOG.error("{} {} failed", route.method(), route.path(), e);
      HttpErrors.respond(exchange, 500, "It failed inside the server; its log says why");
      return Optional.empty();
    }
  }

  private static Route.Request request(Route route, Admission admission, byte[] body)
      throws CharacterCodingException, HttpRefusalException {
    var exchange = admission.exchange();
    return new Route.Request(
        admission.owner(),
        admission.permit(),
        route.match(exchange.path()).orElseThrow(),
        query(exchange),
        exchange::header,
        text(exchange, body),
        admission.formToken());
  }

  private static String text(HttpExchange exchange, byte[] body) throws CharacterCodingException {
    return exchange.header("Content-Type").filter(Multipart::isType).isPresent()
        ? new String(body, ISO_8859_1)
        : UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
  }

  private static Fields query(HttpExchange exchange) throws HttpRefusalException {
    try {
      return Fields.parse(exchange.query());
    } catch (IllegalArgumentException e) {
      throw new HttpRefusalException(400, Map.of(), "The query of the address cannot be read");
    }
  }

  private static void requireForm(Route.Request request) throws HttpRefusalException {
    try {
      var ignored = request.form();
    } catch (IllegalArgumentException e) {
      throw new HttpRefusalException(400, Map.of(), "The form cannot be read; send it once more");
    }
  }

  /** A browser's session sends its token along; no other site knows it. */
  private static boolean hasToken(Route.Request request) {
    return request.formToken().isEmpty()
        || request.headers().apply(Door.OWN_HEADER).isPresent()
        || MessageDigest.isEqual(
            request.formToken().get().getBytes(UTF_8),
            request.form().text(Route.FORM_TOKEN).getBytes(UTF_8));
  }

  private void send(Route.Response response, HttpExchange exchange, Admission admission)
      throws IOException {
    switch (response.content()) {
      case Route.Bytes all ->
          ZippedBody.respond(exchange, response.status(), response.headers(), all.bytes());
      case Route.Events _ when exchange.method().equals("HEAD") ->
          exchange.respond(response.status(), response.headers(), new byte[0]);
      case Route.Events events -> stream(events, response.headers(), admission);
    }
  }

  private void stream(Route.Events events, Map<String, String> headers, Admission admission)
      throws IOException {
    var exchange = admission.exchange();
    try (var _ = streams.open(admission.owner())) {
      try (var out = exchange.stream(new LinkedHashMap<>(headers))) {
        events.write(new Sink(out, admission));
      }
    } catch (TooManyStreamsException e) {
      HttpErrors.respond(exchange, 429, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.debug("The browser closed its stream", e);
      exchange.abort();
    }
  }

  /** One stream to one browser. */
  private record Sink(OutputStream out, Admission admission) implements Route.EventSink {
    @Override
    public void send(String lines) throws IOException {
      out.write(lines.getBytes(UTF_8));
      out.flush();
    }

    @Override
    public boolean isAdmitted() {
      return admission.isStillValid();
    }
  }

  /** Sends text compressed to those who can read that. */
  private static final class ZippedBody {
    /** Below this a packet is one packet either way. */
    private static final int WORTH_BYTES = 1_400;

    private ZippedBody() {}

    static void respond(HttpExchange exchange, int status, Map<String, String> headers, byte[] body)
        throws IOException {
      var all = new LinkedHashMap<>(headers);
      if (body.length < WORTH_BYTES || !isText(headers.getOrDefault("Content-Type", ""))) {
        exchange.respond(status, all, body);
        return;
      }
      all.put("Vary", "Accept-Encoding");
      if (exchange.header("Accept-Encoding").filter(it -> it.contains("gzip")).isEmpty()) {
        exchange.respond(status, all, body);
        return;
      }
      all.put("Content-Encoding", "gzip");
      exchange.respond(status, all, zipped(body));
    }

    private static boolean isText(String contentType) {
      return contentType.startsWith("text/")
          || contentType.startsWith("application/json")
          || contentType.startsWith("image/svg+xml");
    }

    private static byte[] zipped(byte[] body) throws IOException {
      var out = new ByteArrayOutputStream(body.length / 3);
      try (var zip = new GZIPOutputStream(out)) {
        zip.write(body);
      }
      return out.toByteArray();
    }
  }
}
