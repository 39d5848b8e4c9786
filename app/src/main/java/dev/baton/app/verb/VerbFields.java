package dev.baton.app.verb;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.tools.Operation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The fields of an operation as people type them, and what is made of the texts. */
final class VerbFields {
  private final List<Field> all;
  private final List<Field> arguments;
  private final Map<String, String> defaults;

  VerbFields(Operation operation, Style style) {
    this.all = Field.of(operation);
    this.defaults = style.defaults();
    this.arguments =
        style
            .arguments()
            .map(names -> names.stream().map(this::field).toList())
            .orElseGet(this::usualArguments);
  }

  private Field field(String name) {
    return all.stream().filter(field -> field.name().equals(name)).findFirst().orElseThrow();
  }

  /** The required fields that can be typed plainly; a list can only be the last. */
  private List<Field> usualArguments() {
    var plain = all.stream().filter(this::mustBeGiven).filter(field -> !field.isList());
    var lists =
        all.stream()
            .filter(Field::required)
            .filter(Field::isList)
            .filter(
                field -> field.schema().path("items").path("type").asString("").equals("string"))
            .limit(1);
    return Stream.concat(plain, lists).toList();
  }

  private boolean mustBeGiven(Field field) {
    return field.required() && !field.isList() && !defaults.containsKey(field.name());
  }

  List<Field> all() {
    return all;
  }

  /** Those that may be given without their names, in this order. */
  List<Field> arguments() {
    return arguments;
  }

  Optional<String> defaultOf(Field field) {
    return Optional.ofNullable(defaults.get(field.name()));
  }

  /** The field whose option this is, if there is one. */
  Optional<Field> find(String option) {
    return all.stream().filter(field -> field.options().contains(option)).findFirst();
  }

  /**
   * The arguments of the operation.
   *
   * @param typed the texts for each field, by its name
   * @throws Values.UnfitException if one is missing, was given twice or does not fit
   */
  ObjectNode read(Map<String, List<String>> typed) {
    var answer = Json.object();
    for (var field : all) {
      var texts = texts(field, typed.getOrDefault(field.name(), List.of()));
      if (!texts.isEmpty()) {
        answer.set(field.name(), Values.read(field, texts));
      } else if (field.required() && field.isList()) {
        answer.set(field.name(), Json.array());
      }
    }
    refuseMissing(answer);
    return answer;
  }

  private List<String> texts(Field field, List<String> typed) {
    if (typed.size() > 1 && !field.isList()) {
      throw new Values.UnfitException(
          "%s was given twice: '%s' and '%s'"
              .formatted(field.options().getFirst(), typed.getFirst(), typed.getLast()));
    }
    return typed.isEmpty() ? defaultOf(field).stream().toList() : typed;
  }

  private void refuseMissing(ObjectNode answer) {
    var missing =
        all.stream()
            .filter(Field::required)
            .filter(field -> !answer.has(field.name()))
            .map(
                field ->
                    (arguments.contains(field) ? field.label() + " or " : "")
                        + field.options().getFirst())
            .toList();
    if (!missing.isEmpty()) {
      throw new Values.UnfitException("Missing: " + String.join(", ", missing));
    }
  }
}
