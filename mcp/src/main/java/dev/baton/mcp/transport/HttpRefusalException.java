package dev.baton.mcp.transport;

import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.RequestId;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcError;
import java.io.IOException;
import java.util.Map;

/** A message that HTTP sends away before the server hears of it; knows the answer to send. */
final class HttpRefusalException extends Exception {
  private final int status;
  private final transient Map<String, String> headers;

  HttpRefusalException(int status, Map<String, String> headers, String problem) {
    super(problem, null, false, false);
    this.status = status;
    this.headers = Map.copyOf(headers);
  }

  HttpRefusalException(int status, String problem) {
    this(status, Map.of(), problem);
  }

  /** Answers a request whose id is known. */
  void answer(HttpExchange exchange, RequestId id) throws IOException {
    HttpErrors.respond(
        exchange,
        status,
        headers,
        Message.error(id, RpcError.of(ErrorCode.INVALID_REQUEST, String.valueOf(getMessage()))));
  }

  void answer(HttpExchange exchange) throws IOException {
    HttpErrors.respond(exchange, status, headers, String.valueOf(getMessage()));
  }
}
