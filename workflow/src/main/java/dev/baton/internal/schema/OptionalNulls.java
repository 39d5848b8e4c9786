package dev.baton.internal.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Nulls where a schema has an optional field and no null: models write them for what they leave
 * out.
 */
public final class OptionalNulls {
  private OptionalNulls() {}

  /** The value itself if it has no null in it; else a copy without those that mean nothing. */
  public static ObjectNode without(ObjectNode value, ObjectNode schema) {
    if (!containsNull(value)) {
      return value;
    }
    var copy = value.deepCopy();
    remove(copy, SchemaPart.root(schema));
    return copy;
  }

  private static boolean containsNull(JsonNode node) {
    for (var child : node) {
      if (child.isNull() || containsNull(child)) {
        return true;
      }
    }
    return false;
  }

  private static void remove(JsonNode node, SchemaPart part) {
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .removeIf(
              field ->
                  field.getValue().isNull()
                      && part.hasOptional(field.getKey())
                      && !part.child(field.getKey()).admitsNull());
      object.forEachEntry((name, value) -> remove(value, part.child(name)));
    } else {
      node.forEach(item -> remove(item, part.child("")));
    }
  }
}
