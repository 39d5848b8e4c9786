package dev.baton.mcp.protocol;

import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The error of a JSON-RPC response. */
public record RpcError(int code, String message, Optional<JsonNode> data) {
  public static RpcError of(int code, String message) {
    return new RpcError(code, message, Optional.empty());
  }

  /** An error that says what the exception says. */
  public static RpcError of(int code, Exception cause) {
    return of(code, Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
  }

  public ObjectNode toJson() {
    var json = Json.object().put("code", code).put("message", message);
    data.ifPresent(value -> json.set("data", value));
    return json;
  }
}
