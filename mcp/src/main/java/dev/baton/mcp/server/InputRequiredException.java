package dev.baton.mcp.server;

import dev.baton.mcp.request.InputRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Unwinds a handler whose question becomes the answer to its request. */
final class InputRequiredException extends RuntimeException {
  private final transient List<InputRequest> open;
  private final transient Map<String, ObjectNode> known;

  InputRequiredException(List<InputRequest> open, Map<String, ObjectNode> known) {
    super("Input is required", null, false, false);
    this.open = List.copyOf(open);
    this.known = new LinkedHashMap<>(known);
  }

  List<InputRequest> open() {
    return open;
  }

  /** Earlier answers, which the client has to bring again with the new ones. */
  Map<String, ObjectNode> known() {
    return known;
  }
}
