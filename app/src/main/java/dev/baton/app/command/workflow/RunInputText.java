package dev.baton.app.command.workflow;

import dev.baton.app.command.base.Complaints;
import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The inputs of a run as they are typed: {@code STEP}, {@code STEP.ARGUMENT=TEXT}, or JSON. */
final class RunInputText {
  private RunInputText() {}

  /** Reads inputs as {@code {step: {argument: value}}}. */
  static ObjectNode read(List<String> texts, CommandSpec spec) {
    var inputs = Json.object();
    for (var text : texts) {
      object(text).ifPresentOrElse(inputs::setAll, () -> add(inputs, text, spec));
    }
    return inputs;
  }

  /** The text as a JSON object; empty if it is something else. */
  static Optional<ObjectNode> object(String text) {
    return text.strip().startsWith("{")
        ? json(text).filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast)
        : Optional.empty();
  }

  private static void add(ObjectNode inputs, String text, CommandSpec spec) {
    var equals = text.indexOf('=');
    var names = equals < 0 ? text : text.substring(0, equals);
    var isJson = equals > 0 && names.endsWith(":");
    var name = isJson ? names.substring(0, names.length() - 1) : names;
    // why the last: an argument has no dot in its name, a step may have one
    var dot = equals < 0 ? -1 : name.lastIndexOf('.');
    if (name.isBlank() || (equals >= 0 && (dot < 1 || dot == name.length() - 1))) {
      throw new Complaints.WrongUsageException(
          spec,
          "'%s' is no input of a run: write STEP, STEP.ARGUMENT=VALUE or STEP.ARGUMENT:=JSON."
              .formatted(text));
    }
    if (equals < 0) {
      inputs.withObjectProperty(name);
      return;
    }
    var step = inputs.withObjectProperty(name.substring(0, dot));
    var value = text.substring(equals + 1);
    if (isJson) {
      step.set(name.substring(dot + 1), json(value).orElseThrow(() -> noJson(spec, value)));
    } else {
      step.put(name.substring(dot + 1), value);
    }
  }

  private static Complaints.WrongUsageException noJson(CommandSpec spec, String value) {
    return new Complaints.WrongUsageException(
        spec, "'%s' is no JSON: write STEP.ARGUMENT=VALUE for a text.".formatted(value));
  }

  private static Optional<JsonNode> json(String text) {
    try {
      return Optional.ofNullable(Json.MAPPER.readTree(text)).filter(node -> !node.isMissingNode());
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
