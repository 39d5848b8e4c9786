package dev.baton.mcp.protocol;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Ends a request with a JSON-RPC error; expected, so it carries no stack trace. */
public final class RpcException extends RuntimeException {
  private final transient RpcError error;

  public RpcException(RpcError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  public RpcException(int code, String message) {
    this(RpcError.of(code, message));
  }

  public RpcException(int code, String message, JsonNode data) {
    this(new RpcError(code, message, Optional.of(data)));
  }

  public static RpcException invalidParams(String message) {
    return new RpcException(ErrorCode.INVALID_PARAMS, message);
  }

  public RpcError error() {
    return error;
  }
}
