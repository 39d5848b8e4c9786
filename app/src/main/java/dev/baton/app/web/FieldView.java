package dev.baton.app.web;

import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * A field of a form that was made from a schema.
 *
 * @param name under which it is sent
 * @param label what it is called
 * @param about what it is for
 * @param type of its value, as schemas call it
 * @param choices what can be chosen; empty if anything can be typed
 * @param value what was typed before
 */
record FieldView(
    String id,
    String name,
    String label,
    String about,
    String type,
    boolean isRequired,
    List<ChoiceView> choices,
    String value) {
  /** Something to choose: what is sent, and what is read. */
  record ChoiceView(String value, String text) {}

  /** What people write more than a line into. */
  private static final Set<String> LONG = Set.of("description", "prompt", "text", "message");

  /** A field for a property of a schema. */
  static FieldView of(
      String id, String name, String property, JsonNode schema, boolean isRequired, String value) {
    return new FieldView(
        id,
        name,
        property,
        VisibleText.of(schema.path("description").asString("")),
        type(schema),
        isRequired,
        choices(schema),
        value);
  }

  private static List<ChoiceView> choices(JsonNode schema) {
    if (type(schema).equals("boolean")) {
      return List.of(new ChoiceView("true", "Yes"), new ChoiceView("false", "No"));
    }
    return schema
        .path("enum")
        .valueStream()
        .map(JsonNode::asString)
        .map(value -> new ChoiceView(value, VisibleText.of(value)))
        .toList();
  }

  /** The type of a value; of several the first that is one. */
  static String type(JsonNode schema) {
    var type = schema.path("type");
    return type.isArray()
        ? type.valueStream()
            .map(JsonNode::asString)
            .filter(it -> !it.equals("null"))
            .findFirst()
            .orElse("string")
        : type.asString("string");
  }

  FieldView withChoices(List<ChoiceView> others) {
    return new FieldView(id, name, label, about, type, isRequired, others, value);
  }

  FieldView withAbout(String words) {
    return new FieldView(id, name, label, words, type, isRequired, choices, value);
  }

  boolean isLong() {
    return LONG.contains(label) || type.equals("object") || type.equals("array");
  }

  /**
   * What was typed, as a value of this type. What is none is sent as text, because the server says
   * best what is wrong with it.
   */
  static JsonNode value(String type, String typed) {
    if (type.equals("string")) {
      return StringNode.valueOf(typed);
    }
    try {
      return Json.MAPPER.readTree(typed);
    } catch (JacksonException e) {
      return StringNode.valueOf(typed);
    }
  }
}
