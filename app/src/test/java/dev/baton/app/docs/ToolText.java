package dev.baton.app.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A tool's description for people, from what clients are told of it. */
final class ToolText {
  private ToolText() {}

  static String of(JsonNode tool, String note) {
    var text = new StringBuilder("\n## %s\n\n".formatted(tool.path("name").asString("")));
    if (!note.isEmpty()) {
      text.append(note).append("\n\n");
    }
    text.append(tool.path("description").asString("").strip().replace("\n", "  \n")).append('\n');
    var input = tool.path("inputSchema");
    var required = input.path("required").valueStream().map(name -> name.asString("")).toList();
    text.append(fields("Argument", input, name -> required.contains(name) ? "" : "?"));
    return text.append(fields("Answer", tool.path("outputSchema"), _ -> "")).toString();
  }

  private static String fields(String title, JsonNode schema, UnaryOperator<String> mark) {
    var properties = properties(schema);
    if (properties.isEmpty()) {
      return "";
    }
    var rows =
        properties
            .propertyStream()
            .map(
                field ->
                    "| `%s`%s | %s | %s |\n"
                        .formatted(
                            field.getKey(),
                            mark.apply(field.getKey()),
                            type(field.getValue()),
                            cell(field.getValue().path("description").asString(""))))
            .collect(Collectors.joining());
    return "\n| %s | type | meaning |\n|---|---|---|\n%s".formatted(title, rows);
  }

  /** The fields of an object, also where a schema offers the envelope of a failure beside it. */
  private static JsonNode properties(JsonNode schema) {
    if (schema.path("properties").isObject()) {
      return schema.path("properties");
    }
    return schema.path("anyOf").path(0).path("properties");
  }

  private static String type(JsonNode field) {
    if (field.path("enum").isArray()) {
      return field.path("enum").valueStream().map(ToolText::word).collect(Collectors.joining(", "));
    }
    var types = new ArrayList<String>();
    var type = field.path("type");
    types.addAll(
        type.isArray()
            ? type.valueStream().map(name -> name.asString("")).toList()
            : List.of(type.asString("any")));
    return String.join(" or ", types)
        + (types.contains("array") ? " of " + type(field.path("items")) : "")
        + field.path("format").asStringOpt().map(format -> " (" + format + ")").orElse("");
  }

  private static String word(JsonNode value) {
    return value.isNull() ? "null" : "`%s`".formatted(value.asString(""));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;");
  }
}
