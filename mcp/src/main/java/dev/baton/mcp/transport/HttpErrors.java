package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Answers of HTTP itself, before a message reaches the protocol. */
final class HttpErrors {
  private HttpErrors() {}

  static void respond(HttpExchange exchange, int status, String problem) throws IOException {
    respond(exchange, status, Map.of(), problem);
  }

  static void respond(
      HttpExchange exchange, int status, Map<String, String> headers, String problem)
      throws IOException {
    var page = isBrowser(exchange) ? findPage(exchange, status, problem) : Optional.<String>empty();
    if (page.isPresent()) {
      var all = new LinkedHashMap<>(headers);
      all.put("Content-Type", "text/html; charset=utf-8");
      exchange.respond(status, all, page.get().getBytes(UTF_8));
      return;
    }
    respond(exchange, status, headers, exchange.refusals().body(exchange.path(), status, problem));
  }

  private static Optional<String> findPage(HttpExchange exchange, int status, String problem) {
    var refusals = exchange.refusals();
    return status == 401
        ? refusals.findDoor(exchange.path(), Door.pageAfter(exchange), problem)
        : refusals.findPage(exchange.path(), status, problem);
  }

  private static boolean isBrowser(HttpExchange exchange) {
    return exchange.header("Accept").filter(types -> types.contains("text/html")).isPresent();
  }

  static void respond(HttpExchange exchange, int status, ObjectNode body) throws IOException {
    respond(exchange, status, Map.of(), body);
  }

  static void respond(
      HttpExchange exchange, int status, Map<String, String> headers, ObjectNode body)
      throws IOException {
    var all = new LinkedHashMap<>(headers);
    all.put("Content-Type", "application/json");
    exchange.respond(status, all, Json.bytes(body));
  }
}
