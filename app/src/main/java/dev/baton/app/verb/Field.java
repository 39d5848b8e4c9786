package dev.baton.app.verb;

import dev.baton.orchestrator.tools.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A field of an operation, which is an option of its verb.
 *
 * @param further a list whose values are given one by one is called by its singular, too
 */
record Field(String name, JsonNode schema, boolean required, List<String> further) {
  static List<Field> of(Operation operation) {
    var schema = operation.operatorTool().inputSchema();
    var required =
        schema
            .path("required")
            .valueStream()
            .map(JsonNode::asString)
            .collect(Collectors.toUnmodifiableSet());
    var names = Set.copyOf(schema.path("properties").propertyNames());
    var fields = new ArrayList<Field>();
    schema
        .path("properties")
        .forEachEntry(
            (name, property) ->
                fields.add(
                    new Field(
                        name, property, required.contains(name), singular(name, property, names))));
    return fields;
  }

  private static List<String> singular(String name, JsonNode schema, Set<String> others) {
    var one = name.endsWith("s") ? name.substring(0, name.length() - 1) : name;
    return type(schema).equals("array") && !others.contains(one) ? List.of(one) : List.of();
  }

  private static String type(JsonNode schema) {
    return schema.path("type").asString("");
  }

  String type() {
    return type(schema);
  }

  boolean isList() {
    return type().equals("array");
  }

  boolean isFlag() {
    return type().equals("boolean");
  }

  String description() {
    return schema.path("description").asString("");
  }

  /** The values that it may have, if they are few. */
  List<String> choices() {
    return (isList() ? schema.path("items") : schema)
        .path("enum")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  /** What it is called on the command line, such as {@code --task-id}. */
  List<String> options() {
    var names = new ArrayList<>(further);
    names.add(name);
    return names.stream().map(Field::option).toList();
  }

  static String option(String name) {
    return "--" + name.replace('_', '-');
  }

  /** What stands for its value in help, such as {@code TASK_ID}. */
  String label() {
    if (!choices().isEmpty()) {
      return String.join("|", choices());
    }
    return switch (type()) {
      case "integer", "number" -> "N";
      case "boolean" -> "true|false";
      case "array" -> isListOfObjects() ? Values.form(schema.path("items")) : capitals(singular());
      case "object" -> schema.has("required") ? Values.form(schema) : capitals(name);
      default -> capitals(name);
    };
  }

  private boolean isListOfObjects() {
    return type(schema.path("items")).equals("object");
  }

  private String singular() {
    return further.isEmpty() ? name : further.getFirst();
  }

  private static String capitals(String name) {
    return name.toUpperCase(Locale.ROOT);
  }
}
