package dev.baton.mcp.transport;

import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.Message;
import dev.baton.mcp.protocol.RpcError;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Answers that HTTP gives by itself; their body is a JSON-RPC error all the same. */
final class HttpErrors {
  private HttpErrors() {}

  static void respond(HttpExchange exchange, int status, String problem) throws IOException {
    respond(exchange, status, Map.of(), problem);
  }

  static void respond(
      HttpExchange exchange, int status, Map<String, String> headers, String problem)
      throws IOException {
    var all = new LinkedHashMap<>(headers);
    all.put("Content-Type", "application/json");
    var error = Message.error(RpcError.of(ErrorCode.INVALID_REQUEST, problem));
    exchange.respond(status, all, Json.bytes(error));
  }

  static void respond(HttpExchange exchange, int status, ObjectNode body) throws IOException {
    exchange.respond(status, Map.of("Content-Type", "application/json"), Json.bytes(body));
  }
}
