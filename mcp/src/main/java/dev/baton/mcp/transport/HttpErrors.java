package dev.baton.mcp.transport;

import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.Message;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers that HTTP gives by itself; their body is what a caller at that path can read: the
 * envelope of a failure where operations are, a JSON-RPC error elsewhere.
 */
final class HttpErrors {
  private HttpErrors() {}

  static void respond(HttpExchange exchange, int status, String problem) throws IOException {
    respond(exchange, status, Map.of(), problem);
  }

  static void respond(
      HttpExchange exchange, int status, Map<String, String> headers, String problem)
      throws IOException {
    respond(exchange, status, headers, body(exchange.path(), status, problem));
  }

  /** What a caller at that path can read. */
  static ObjectNode body(String path, int status, String problem) {
    return path.equals("/api") || path.startsWith("/api/")
        ? envelope(status, problem)
        : Message.error(RpcError.of(ErrorCode.INVALID_REQUEST, problem));
  }

  private static ObjectNode envelope(int status, String problem) {
    return switch (status) {
      case 401 ->
          failure(
              FailureCode.INVALID_ARGUMENT,
              problem,
              "Send 'Authorization: Bearer TOKEN' with the token that 'baton serve' or 'baton token"
                  + " add' printed");
      case 403 ->
          failure(
              FailureCode.INVALID_ARGUMENT,
              problem,
              "Call the server by the address that 'baton status' prints, from no other site");
      case 404 ->
          failure(
              FailureCode.NOT_FOUND, problem, "Call tools/list at /mcp to see what operations are");
      case 405 -> failure(FailureCode.INVALID_ARGUMENT, problem, "Send it with that method");
      case 408 -> failure(FailureCode.INVALID_ARGUMENT, problem, "Send it once more");
      case 400 -> failure(FailureCode.INVALID_ARGUMENT, problem, "Correct the request");
      case 413 -> failure(FailureCode.INVALID_ARGUMENT, problem, "Send a shorter body");
      case 429 ->
          failure(FailureCode.BUSY, problem, "Wait for an answer, then send it once more");
      default -> failure(FailureCode.INTERNAL, problem, "Look into the log of the server");
    };
  }

  private static ObjectNode failure(FailureCode code, String problem, String hint) {
    return new ToolFailure(code, problem, hint).toJson();
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
