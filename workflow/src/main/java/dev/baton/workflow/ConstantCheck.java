package dev.baton.workflow;

import dev.baton.internal.schema.JsonTypes;
import dev.baton.internal.schema.SchemaCheck;
import dev.baton.internal.schema.SchemaProblem;
import dev.baton.internal.schema.SchemaView;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Checks values against what a tool's input schema says about one argument. */
final class ConstantCheck {
  /**
   * What the schema of an argument may refer to; the rest of the schema is about its neighbours.
   */
  private static final List<String> KEPT = List.of("$schema", "$defs", "definitions", "properties");

  private final ToolFacts tool;
  private final String argument;
  private final SchemaCheck check;

  ConstantCheck(ToolFacts tool, String argument) {
    this.tool = tool;
    this.argument = argument;
    this.check = new SchemaCheck(only(tool.inputSchema()));
  }

  private static ObjectNode only(ObjectNode schema) {
    var kept = JsonNodeFactory.instance.objectNode();
    KEPT.stream().filter(schema::has).forEach(key -> kept.set(key, schema.path(key)));
    return kept;
  }

  /** What is wrong with a value, each in some words. */
  List<String> violations(JsonNode value) {
    return violations(new Templates(JsonNodeFactory.instance.nullNode()), value);
  }

  /** The same for a constant; of its text with variables only the type is known. */
  List<String> violations(Templates templates) {
    return violations(templates, templates.literal());
  }

  private List<String> violations(Templates templates, JsonNode value) {
    if (!check.defects().isEmpty()) {
      return List.of();
    }
    var object = JsonNodeFactory.instance.objectNode();
    object.set(argument, value);
    var open = templates.places().stream().toList();
    var known =
        check.check(object).stream()
            .map(ConstantCheck::inArgument)
            .filter(problem -> isCertain(problem, open, value));
    var mistyped = open.stream().filter(place -> !takesText(place)).map(this::noText);
    return Stream.concat(known.map(SchemaProblem::toString), mistyped).toList();
  }

  private static SchemaProblem inArgument(SchemaProblem problem) {
    var path = JsonPointer.compile(problem.path()).tail();
    return new SchemaProblem(
        path == null ? "" : path.toString(), problem.message(), problem.remedy());
  }

  /** If the problem stays, whatever a run puts into the open places. */
  private boolean isCertain(SchemaProblem problem, List<JsonPointer> open, JsonNode value) {
    var path = JsonPointer.compile(problem.path());
    return open.stream().noneMatch(place -> (place + "/").startsWith(path + "/"))
        || (!open.contains(path) && !JsonTypes.ofValue(value.at(path)).mayFit(at(path).types()));
  }

  private boolean takesText(JsonPointer place) {
    return JsonTypes.named("string").mayFit(at(place).types());
  }

  private String noText(JsonPointer place) {
    var found = "string found, %s expected".formatted(at(place).types());
    return place.matches() ? found : place + ": " + found;
  }

  private SchemaView at(JsonPointer place) {
    var view = SchemaView.root(tool.inputSchema()).child(argument);
    for (var rest = place; !rest.matches(); rest = rest.tail()) {
      view = view.child(rest.getMatchingProperty());
    }
    return view;
  }
}
