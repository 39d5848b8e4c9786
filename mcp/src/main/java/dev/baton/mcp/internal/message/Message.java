package dev.baton.mcp.internal.message;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcError;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One JSON-RPC message from the client. */
public sealed interface Message {
  /** Larger messages are refused, unless a transport is told otherwise. */
  int MAX_BYTES = 4 * 1024 * 1024;

  /** A call that wants an answer; {@code params} is empty if there were none. */
  record Request(RequestId id, String method, ObjectNode params) implements Message {
    /** The request's {@code _meta}, empty if there was none. */
    public ObjectNode meta() {
      return params.path("_meta") instanceof ObjectNode meta ? meta : Json.object();
    }
  }

  /** A message that wants none. */
  record Notification(String method, ObjectNode params) implements Message {}

  /** The client's answer to a request of ours: a result or an error. */
  record Response(RequestId id, Optional<JsonNode> result, Optional<RpcError> error)
      implements Message {}

  static ObjectNode request(RequestId id, String method, ObjectNode params) {
    var json = envelope();
    json.set("id", id.toJson());
    json.put("method", method);
    json.set("params", params);
    return json;
  }

  static ObjectNode notification(String method, ObjectNode params) {
    var json = envelope().put("method", method);
    json.set("params", params);
    return json;
  }

  static ObjectNode result(RequestId id, ObjectNode result) {
    var json = envelope();
    json.set("id", id.toJson());
    json.set("result", result);
    return json;
  }

  static ObjectNode error(RequestId id, RpcError error) {
    var json = envelope();
    json.set("id", id.toJson());
    json.set("error", error.toJson());
    return json;
  }

  /** An error to a message whose id could not be read: it has no id at all. */
  static ObjectNode error(RpcError error) {
    var json = envelope();
    json.set("error", error.toJson());
    return json;
  }

  private static ObjectNode envelope() {
    return Json.object().put("jsonrpc", "2.0");
  }
}
