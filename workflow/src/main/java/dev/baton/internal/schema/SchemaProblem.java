package dev.baton.internal.schema;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing that is wrong with a value.
 *
 * @param path JSON pointer to the place, empty for the whole value
 * @param remedy what the caller should do, as the start of a sentence
 */
public record SchemaProblem(String path, String message, String remedy) {
  public ObjectNode toJson() {
    return JsonNodeFactory.instance.objectNode().put("path", path).put("message", message);
  }

  @Override
  public String toString() {
    return path.isEmpty() ? message : path + ": " + message;
  }
}
