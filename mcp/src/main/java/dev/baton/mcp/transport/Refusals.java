package dev.baton.mcp.transport;

import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcError;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The words of a server for what HTTP itself refuses. A program that has commands and endpoints of
 * its own names them here. Thread safe.
 */
public interface Refusals {
  /** Refusals of a server that has MCP only. */
  Refusals PLAIN = new Refusals() {};

  /** What a browser is told whose link has a wrong token. */
  default String invalidLink() {
    return "The token of this link is not valid";
  }

  /** What a client is told whose message has more bytes than these. */
  default String tooLong(int mostBytes) {
    return "The message is longer than %d bytes".formatted(mostBytes);
  }

  /** The page for a person with a browser; empty where the other body does. */
  default Optional<String> findPage(String path, int status, String problem) {
    return Optional.empty();
  }

  /**
   * The page for a person with a browser who has to show a token first; empty where the other body
   * does.
   *
   * @param next the page of this server to which the link may lead, as its parameter {@code to}
   */
  default Optional<String> findDoor(String path, String next, String problem) {
    return findPage(path, 401, problem);
  }

  /** The body that a caller at this path can read; a JSON-RPC error where MCP is. */
  default ObjectNode body(String path, int status, String problem) {
    return Message.error(RpcError.of(ErrorCode.INVALID_REQUEST, problem));
  }
}
