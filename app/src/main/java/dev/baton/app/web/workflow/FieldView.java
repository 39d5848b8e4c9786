package dev.baton.app.web.workflow;

import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * @param isLong whether people write more than a line into it
 */
record FieldView(
    String id,
    String name,
    String label,
    String about,
    String type,
    boolean isRequired,
    List<ChoiceView> choices,
    String value,
    boolean isLong) {
  /** Something to choose: what is sent, and what is read. */
  record ChoiceView(String value, String text) {}

  /** Properties for more than a line. */
  private static final Set<String> LONG = Set.of("description", "prompt", "text", "message");

  /** A field for a property of a schema. */
  static FieldView of(
      String id, String name, String property, JsonNode schema, boolean isRequired, String value) {
    return new FieldView(
        id,
        name,
        words(property),
        VisibleText.of(schema.path("description").asString("")),
        type(schema),
        isRequired,
        choices(schema),
        value,
        isText(property) || type(schema).equals("object") || type(schema).equals("array"));
  }

  static boolean isText(String property) {
    return LONG.contains(property);
  }

  /** {@code first_executor} is First executor. */
  static String words(String property) {
    var words = VisibleText.of(property.replace('_', ' ').replace('-', ' '));
    return words.isEmpty()
        ? words
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** What is wrong with the value of a property, as a sentence; empty if it is about none. */
  static Optional<String> problem(JsonNode properties, JsonNode problem) {
    var name = problem.path("path").asString("").replaceFirst("^/", "").split("/", 2)[0];
    if (!properties.has(name)) {
      return Optional.empty();
    }
    var label = words(name.replaceFirst("_id$", ""));
    var message = problem.path("message").asString("");
    if (message.equals("missing")) {
      return Optional.of("%s is missing: fill it in.".formatted(label));
    }
    return Optional.of(
        message.contains(" found, ")
            ? "%s must be %s.".formatted(label, kind(properties.path(name)))
            : "%s does not fit: %s.".formatted(label, message));
  }

  private static String kind(JsonNode schema) {
    return switch (type(schema)) {
      case "integer" -> "a whole number, such as 7";
      case "number" -> "a number, such as 7.5";
      case "boolean" -> "yes or no";
      case "array" -> "a list in JSON, such as [\"a\", \"b\"]";
      case "object" -> "an object in JSON, such as {\"a\": 1}";
      default -> "text";
    };
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

  /** A field in which one of these is chosen, which says enough about it. */
  FieldView choosing(String what, List<ChoiceView> those) {
    return new FieldView(id, name, what, "", type, isRequired, those, value, false);
  }

  FieldView withAbout(String words) {
    return new FieldView(id, name, label, words, type, isRequired, choices, value, isLong);
  }

  FieldView withValue(String typed) {
    return new FieldView(id, name, label, about, type, isRequired, choices, typed, isLong);
  }

  /**
   * What was typed, as a value of this type. Text that does not fit the type is sent as it is,
   * because the server explains best what is wrong with it.
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
