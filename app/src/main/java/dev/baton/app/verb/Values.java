package dev.baton.app.verb;

import dev.baton.mcp.protocol.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes JSON of what was typed, by the schema of the field that it is meant for. */
final class Values {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String[] OFF = {"0", ""};
  private static final Pattern NAMED = Pattern.compile("([^/=]+)=(.+)");

  /** What was typed does not fit. */
  static final class UnfitException extends IllegalArgumentException {
    UnfitException(String message) {
      super(message);
    }

    UnfitException(UnfitException unfit, Exception cause) {
      super(unfit.getMessage(), cause);
    }
  }

  private final Field field;

  private Values(Field field) {
    this.field = field;
  }

  /**
   * The value of a field; a list takes all the texts, anything else the last one.
   *
   * @throws UnfitException if a text is no such value
   */
  static JsonNode read(Field field, List<String> texts) {
    var values = new Values(field);
    return field.isList() ? values.list(texts) : values.value(texts.getLast(), field.schema());
  }

  private JsonNode list(List<String> texts) {
    var list = Json.array();
    for (var text : texts) {
      if (text.startsWith("[")) {
        json(text).forEach(list::add);
      } else {
        list.add(value(text, field.schema().path("items")));
      }
    }
    return list;
  }

  private JsonNode value(String text, JsonNode schema) {
    return switch (schema.path("type").asString("")) {
      case "integer" ->
          number(text, "a whole number", digits -> NODES.numberNode(Long.parseLong(digits)));
      case "number" -> number(text, "a number", digits -> NODES.numberNode(new BigDecimal(digits)));
      case "boolean" -> NODES.booleanNode(isTrue(text));
      case "string" -> NODES.stringNode(checked(text, schema));
      case "object" ->
          text.startsWith("{") || !schema.has("required") ? json(text) : shorthand(text, schema);
      case "" -> jsonOrText(text);
      default -> json(text);
    };
  }

  /** For a field that may be anything. */
  private static JsonNode jsonOrText(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JacksonException e) {
      return NODES.stringNode(text);
    }
  }

  private JsonNode number(String text, String expected, Function<String, JsonNode> reader) {
    try {
      return reader.apply(text.strip());
    } catch (NumberFormatException e) {
      throw new UnfitException(unfit(text, expected), e);
    }
  }

  private boolean isTrue(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "yes" -> true;
      case "false", "no" -> false;
      default -> throw unfit(text, "true or false");
    };
  }

  private String checked(String text, JsonNode schema) {
    var choices = schema.path("enum").valueStream().map(JsonNode::asString).toList();
    if (!choices.isEmpty() && !choices.contains(text)) {
      throw unfit(text, "one of " + String.join(", ", choices));
    }
    return text;
  }

  private JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JacksonException e) {
      throw new UnfitException(unfit(text, "JSON"), e);
    }
  }

  /** An object by its required fields, with colons between them, and {@code NAME=} before. */
  private ObjectNode shorthand(String text, JsonNode schema) {
    var object = Json.object();
    var rest = text;
    var named = NAMED.matcher(text);
    if (hasName(schema) && named.matches()) {
      object.put("name", named.group(1));
      rest = named.group(2);
    }
    var required = required(schema);
    var parts = isNothing(text, required, schema) ? OFF : rest.split(":", required.size());
    if (parts.length < required.size()) {
      throw unfit(text, form(schema) + ", or a JSON object");
    }
    for (var i = 0; i < parts.length; i++) {
      var part = required.get(i);
      object.set(part, value(parts[i], schema.path("properties").path(part)));
    }
    return object;
  }

  /** A 0 alone, of something of which only its number matters then. */
  private static boolean isNothing(String text, List<String> required, JsonNode schema) {
    return text.equals("0")
        && required.size() == OFF.length
        && schema
            .path("properties")
            .path(required.getFirst())
            .path("type")
            .asString("")
            .equals("integer");
  }

  /** How an object is typed in short. */
  static String form(JsonNode schema) {
    var required =
        required(schema).stream()
            .map(part -> part.toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(":"));
    return hasName(schema) ? "[NAME=]" + required : required;
  }

  private static List<String> required(JsonNode schema) {
    return schema.path("required").valueStream().map(JsonNode::asString).toList();
  }

  private static boolean hasName(JsonNode schema) {
    return schema.path("properties").has("name") && !required(schema).contains("name");
  }

  private UnfitException unfit(String text, String expected) {
    return new UnfitException(
        "'%s' does not fit %s, which takes %s"
            .formatted(text, field.options().getFirst(), expected));
  }
}
