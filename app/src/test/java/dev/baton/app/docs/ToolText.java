package dev.baton.app.docs;

import dev.baton.mcp.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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

  /** What people have besides, or instead; empty if it is the same. */
  static String ofPeople(JsonNode tool, JsonNode ofPeople) {
    var input = ofPeople.path("inputSchema");
    var required = input.path("required").valueStream().map(name -> name.asString("")).toList();
    var tables =
        fields(
                "Argument",
                other(tool.path("inputSchema"), input),
                name -> required.contains(name) ? "" : "?")
            + fields(
                "Answer", other(tool.path("outputSchema"), ofPeople.path("outputSchema")), _ -> "");
    return tables.isEmpty()
        ? ""
        : "\nFor people, on the command line and at `/api`, there is instead or besides:\n"
            + tables;
  }

  /** The fields that are new or mean something else; all of them if some are missing. */
  private static ObjectNode other(JsonNode schema, JsonNode ofPeople) {
    var known = properties(schema);
    var now = properties(ofPeople);
    var isMore = known.propertyStream().allMatch(field -> now.has(field.getKey()));
    var fields = Json.object();
    now.propertyStream()
        .filter(
            field ->
                !isMore || !meaning(known.path(field.getKey())).equals(meaning(field.getValue())))
        .forEach(field -> fields.set(field.getKey(), field.getValue()));
    var other = Json.object();
    other.set("properties", fields);
    return other;
  }

  private static String meaning(JsonNode field) {
    return field.path("description").asString("");
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
                            cell(meaning(field.getValue()) + parts(field.getValue()))))
            .collect(Collectors.joining());
    return "\n| %s | type | meaning |\n|---|---|---|\n%s".formatted(title, rows);
  }

  /** The names of the fields inside, where the words do not say them. */
  private static String parts(JsonNode field) {
    var inner = field.path("items").isObject() ? field.path("items") : field;
    var names =
        properties(inner).propertyStream().map(Map.Entry::getKey).collect(Collectors.joining(", "));
    return names.isEmpty() || meaning(field).contains("{") ? "" : ": {%s}".formatted(names);
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
