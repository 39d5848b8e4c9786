package dev.baton.internal.schema;

import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * The part of a schema that speaks about one place of a value. It follows properties, items and
 * local references; conditions and combinations it does not follow.
 */
record SchemaPart(JsonNode root, JsonNode node) {
  private static final int MOST_REFERENCES = 16;

  public static SchemaPart root(JsonNode schema) {
    return new SchemaPart(schema, schema);
  }

  public SchemaPart at(JsonPointer path) {
    var part = this;
    for (var rest = path; !rest.matches(); rest = rest.tail()) {
      part = part.child(rest.getMatchingProperty());
    }
    return part;
  }

  public SchemaPart child(String name) {
    var here = resolved();
    var property = here.path("properties").path(name);
    if (!property.isMissingNode()) {
      return part(property);
    }
    return part(here.has("items") ? here.path("items") : here.path("additionalProperties"));
  }

  public List<String> propertyNames() {
    return List.copyOf(resolved().path("properties").propertyNames());
  }

  public boolean hasOptional(String name) {
    var here = resolved();
    return here.path("properties").has(name)
        && here.path("required").valueStream().noneMatch(item -> item.asString("").equals(name));
  }

  public boolean admitsNull() {
    var here = resolved();
    var type = here.path("type");
    return type.asString("").equals("null")
        || type.valueStream().anyMatch(item -> item.asString("").equals("null"))
        || here.path("enum").valueStream().anyMatch(JsonNode::isNull);
  }

  public Optional<String> description() {
    var own = node.path("description");
    return own.isString()
        ? Optional.of(own.asString())
        : resolved().path("description").asStringOpt();
  }

  private SchemaPart part(JsonNode child) {
    return new SchemaPart(root, child);
  }

  private JsonNode resolved() {
    var here = node;
    for (int i = 0; i < MOST_REFERENCES; i++) {
      var reference = here.path("$ref").asString("");
      if (!reference.startsWith("#/")) {
        break;
      }
      here = root.at(reference.substring(1));
    }
    return here;
  }
}
