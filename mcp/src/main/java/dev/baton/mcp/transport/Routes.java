package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the route of a request and follows it. Thread safe. */
final class Routes {
  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  private final List<Route> routes;
  private final int maxBytes;

  Routes(List<Route> routes, int maxBytes) {
    this.routes = routes;
    this.maxBytes = maxBytes;
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
    follow(route.get(), exchange, admission);
  }

  private void follow(Route route, HttpExchange exchange, Admission admission) throws IOException {
    Route.Response response;
    try {
      var variables = route.match(exchange.path()).orElseThrow();
      response =
          route
              .handler()
              .handle(
                  new Route.Request(
                      admission.owner(), variables, new String(exchange.body(maxBytes), UTF_8)));
    } catch (HttpExchange.TooLargeException e) {
      HttpErrors.respond(exchange, 413, String.valueOf(e.getMessage()));
      return;
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
