package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the route of a request and follows it. Thread safe. */
final class Routes {
  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  private final List<Route> routes;
  private final Intake intake;

  Routes(List<Route> routes, Intake intake) {
    this.routes = routes;
    this.intake = intake;
  }

  void serve(HttpExchange exchange, Admission admission) throws IOException {
    var here = routes.stream().filter(one -> one.match(exchange.path()).isPresent()).toList();
    if (here.isEmpty()) {
      HttpErrors.respond(
          exchange, 404, "There is nothing at %s; MCP is at /mcp".formatted(exchange.path()));
      return;
    }
    var route = here.stream().filter(one -> one.method().equals(exchange.method())).findFirst();
    if (route.isEmpty()) {
      var allowed = here.stream().map(Route::method).collect(Collectors.joining(", "));
      HttpErrors.respond(exchange, 405, Map.of("Allow", allowed), "Use " + allowed);
      return;
    }
    try (var _ = intake.slot(admission.owner(), 1)) {
      var body = intake.body(exchange);
      if (body.isPresent()) {
        follow(route.get(), exchange, request(route.get(), admission, body.get()));
      }
    } catch (HttpRefusalException e) {
      e.answer(exchange);
    } catch (CharacterCodingException e) {
      HttpErrors.respond(exchange, 400, "The body is not UTF-8");
    }
  }

  private static Route.Request request(Route route, Admission admission, byte[] body)
      throws CharacterCodingException {
    return new Route.Request(
        admission.owner(),
        route.match(admission.exchange().path()).orElseThrow(),
        UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
  }

  private static void follow(Route route, HttpExchange exchange, Route.Request request)
      throws IOException {
    Route.Response response;
    try {
      response = route.handler().handle(request);
    } catch (Exception e) {
      LOG.error("{} {} failed", route.method(), route.path(), e);
      HttpErrors.respond(exchange, 500, "It failed inside the server; its log says why");
      return;
    }
    exchange.respond(
        response.status(),
        Map.of("Content-Type", response.contentType()),
        response.body().getBytes(UTF_8));
  }
}
