package dev.baton.workflow;

import dev.baton.workflow.reference.TextTemplate;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The templates in a JSON value: every string in it is one. */
final class Templates {
  private final Set<JsonPointer> places = new LinkedHashSet<>();
  private final JsonNode literal;

  Templates(JsonNode value) {
    literal = read(value, JsonPointer.empty());
  }

  /** Where the strings are whose text only a run knows. */
  Set<JsonPointer> places() {
    return places;
  }

  /** The value with doubled braces made single, and nothing in place of a variable. */
  JsonNode literal() {
    return literal;
  }

  private JsonNode read(JsonNode value, JsonPointer place) {
    if (value instanceof StringNode text) {
      return JsonNodeFactory.instance.stringNode(read(new TextTemplate(text.asString()), place));
    } else if (value instanceof ArrayNode array) {
      var copy = array.arrayNode();
      for (var i = 0; i < array.size(); i++) {
        copy.add(read(array.path(i), place.appendIndex(i)));
      }
      return copy;
    } else if (value instanceof ObjectNode object) {
      var copy = object.objectNode();
      object
          .properties()
          .forEach(
              it -> copy.set(it.getKey(), read(it.getValue(), place.appendProperty(it.getKey()))));
      return copy;
    }
    return value;
  }

  private String read(TextTemplate template, JsonPointer place) {
    if (!template.variables().isEmpty()) {
      places.add(place);
    }
    return template.fill(name -> "");
  }
}
