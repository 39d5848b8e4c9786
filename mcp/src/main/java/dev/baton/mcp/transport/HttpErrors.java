package dev.baton.mcp.transport;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Answers that HTTP gives by itself. */
final class HttpErrors {
  private HttpErrors() {}

  static void respond(HttpExchange exchange, int status, String problem) throws IOException {
    respond(exchange, status, Map.of(), problem);
  }

  static void respond(
      HttpExchange exchange, int status, Map<String, String> headers, String problem)
      throws IOException {
    respond(exchange, status, headers, exchange.refusals().body(exchange.path(), status, problem));
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
