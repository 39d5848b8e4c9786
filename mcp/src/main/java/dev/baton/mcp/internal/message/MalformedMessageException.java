package dev.baton.mcp.internal.message;

import dev.baton.mcp.protocol.RpcError;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A message that is no JSON-RPC message; knows the answer to send, with the id if there was one.
 */
public final class MalformedMessageException extends Exception {
  private final transient RpcError error;
  private final transient Optional<RequestId> id;

  MalformedMessageException(int code, String message, Optional<RequestId> id) {
    super(message, null, false, false);
    this.error = RpcError.of(code, message);
    this.id = id;
  }

  public ObjectNode answer() {
    return id.map(known -> Message.error(known, error)).orElseGet(() -> Message.error(error));
  }
}
