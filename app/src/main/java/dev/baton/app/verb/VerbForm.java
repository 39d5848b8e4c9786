package dev.baton.app.verb;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.tools.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.node.ObjectNode;

/** The fields of an operation as options and arguments, and what was typed into them. */
final class VerbForm {
  private final List<Field> fields;
  private final List<Field> arguments;
  private final Map<String, String> defaults;
  private final Map<String, List<ArgSpec>> typed = new LinkedHashMap<>();

  VerbForm(Operation operation, Style style, CommandLineWording wording) {
    this.fields = Field.of(operation);
    this.defaults = style.defaults();
    this.arguments =
        style
            .arguments()
            .map(names -> names.stream().map(this::field).toList())
            .orElseGet(this::usualArguments);
    for (var field : fields) {
      typed.put(field.name(), new ArrayList<>(List.of(option(field, wording))));
    }
    for (var i = 0; i < arguments.size(); i++) {
      slots(arguments.get(i)).add(argument(arguments.get(i), i, wording));
    }
  }

  private Field field(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst().orElseThrow();
  }

  private List<ArgSpec> slots(Field field) {
    return typed.getOrDefault(field.name(), List.of());
  }

  /** What nobody can leave out, as far as it can be typed plainly; a list can only be the last. */
  private List<Field> usualArguments() {
    var plain = fields.stream().filter(this::mustBeGiven).filter(field -> !field.isList());
    var lists =
        fields.stream()
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

  private OptionSpec option(Field field, CommandLineWording wording) {
    var names = field.options().toArray(String[]::new);
    var option = OptionSpec.builder(names).paramLabel(field.label());
    if (field.isList()) {
      option.type(List.class).auxiliaryTypes(String.class);
    } else {
      option.type(String.class);
    }
    if (field.isFlag()) {
      option.arity("0..1").fallbackValue("true");
    }
    if (!field.choices().isEmpty()) {
      option.completionCandidates(field.choices());
    }
    return option.description(text(field, wording)).build();
  }

  private String text(Field field, CommandLineWording wording) {
    if (arguments.contains(field)) {
      return "The same as %s above.".formatted(field.label());
    }
    var text = wording.description(field.description()) + ".";
    var given = defaults.get(field.name());
    return given == null ? text : text + " Default: " + given + ".";
  }

  private static PositionalParamSpec argument(Field field, int index, CommandLineWording wording) {
    var argument =
        PositionalParamSpec.builder()
            .paramLabel(field.label())
            .description(wording.description(field.description()) + ".");
    if (!field.choices().isEmpty()) {
      argument.completionCandidates(field.choices());
    }
    return (field.isList()
            ? argument
                .index(index + "..*")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
            : argument.index(Integer.toString(index)).arity("0..1").type(String.class))
        .build();
  }

  void addTo(CommandSpec command) {
    typed.values().stream().flatMap(List::stream).forEach(command::add);
  }

  /** How the arguments are typed, for help. */
  String synopsis() {
    return arguments.stream()
        .map(
            field ->
                field.isList()
                    ? "[" + field.label() + "...]"
                    : field.required() ? field.label() : "[" + field.label() + "]")
        .collect(Collectors.joining(" "));
  }

  /** The arguments of the operation, as they were typed. */
  ObjectNode read(CommandSpec command) {
    var answer = Json.object();
    for (var field : fields) {
      var texts = texts(command, field);
      try {
        if (!texts.isEmpty()) {
          answer.set(field.name(), Values.read(field, texts));
        } else if (field.required() && field.isList()) {
          answer.set(field.name(), Json.array());
        }
      } catch (Values.UnfitException e) {
        throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
      }
    }
    refuseMissing(command, answer);
    return answer;
  }

  private List<String> texts(CommandSpec command, Field field) {
    var texts = new ArrayList<String>();
    for (var slot : slots(field)) {
      if (slot.getValue() instanceof List<?> list) {
        list.forEach(text -> texts.add(String.valueOf(text)));
      } else if (slot.getValue() instanceof String text) {
        texts.add(text);
      }
    }
    if (texts.size() > 1 && !field.isList()) {
      throw new ParameterException(
          command.commandLine(),
          "%s was given twice: '%s' and '%s'"
              .formatted(field.options().getFirst(), texts.getFirst(), texts.getLast()));
    }
    if (texts.isEmpty()) {
      Optional.ofNullable(defaults.get(field.name())).ifPresent(texts::add);
    }
    return texts;
  }

  private void refuseMissing(CommandSpec command, ObjectNode answer) {
    var missing =
        fields.stream()
            .filter(Field::required)
            .filter(field -> !answer.has(field.name()))
            .map(
                field ->
                    (arguments.contains(field) ? field.label() + " or " : "")
                        + field.options().getFirst())
            .toList();
    if (!missing.isEmpty()) {
      throw new ParameterException(command.commandLine(), "Missing: " + String.join(", ", missing));
    }
  }
}
