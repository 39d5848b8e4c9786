package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing that is wrong with a value.
 *
 * @param path JSON pointer to the place, empty for the whole value
 * @param remedy what the caller should do, as the start of a sentence
 */
record Problem(String path, String message, String remedy) {
  ObjectNode toJson() {
    return Json.object().put("path", path).put("message", message);
  }

  @Override
  public String toString() {
    return path.isEmpty() ? message : path + ": " + message;
  }
}
