package dev.baton.app.verb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.node.ObjectNode;

/** The fields of an operation as options and arguments, and what was typed into them. */
final class VerbForm {
  private final VerbFields fields;
  private final Map<String, List<ArgSpec>> typed = new LinkedHashMap<>();

  VerbForm(VerbFields fields, CommandLineWording wording) {
    this.fields = fields;
    for (var field : fields.all()) {
      typed.put(field.name(), new ArrayList<>(List.of(option(field, wording))));
    }
    for (var i = 0; i < fields.arguments().size(); i++) {
      var field = fields.arguments().get(i);
      slots(field).add(argument(field, i, wording));
    }
  }

  private List<ArgSpec> slots(Field field) {
    return typed.getOrDefault(field.name(), List.of());
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
    if (fields.arguments().contains(field)) {
      return "The same as %s above.".formatted(field.label());
    }
    var text = wording.description(field.description()) + ".";
    return fields.defaultOf(field).map(given -> text + " Default: " + given + ".").orElse(text);
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
    return fields.arguments().stream()
        .map(
            field ->
                field.isList()
                    ? "[" + field.label() + "...]"
                    : field.required() ? field.label() : "[" + field.label() + "]")
        .collect(Collectors.joining(" "));
  }

  /** The arguments of the operation, as they were typed. */
  ObjectNode read(CommandSpec command) {
    try {
      var texts = new LinkedHashMap<String, List<String>>();
      fields.all().forEach(field -> texts.put(field.name(), texts(field)));
      return fields.read(texts);
    } catch (Values.UnfitException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private List<String> texts(Field field) {
    var texts = new ArrayList<String>();
    for (var slot : slots(field)) {
      if (slot.getValue() instanceof List<?> list) {
        list.forEach(text -> texts.add(String.valueOf(text)));
      } else if (slot.getValue() instanceof String text) {
        texts.add(text);
      }
    }
    return texts;
  }
}
