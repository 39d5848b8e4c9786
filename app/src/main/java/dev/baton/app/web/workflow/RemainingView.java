package dev.baton.app.web.workflow;

import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A step of a run that is left, with fields for what is to be chosen in it.
 *
 * @param known its arguments that are known
 * @param consent the box that lets it run, if it may destroy something
 */
record RemainingView(
    String step,
    String name,
    String tool,
    String guidance,
    Optional<String> known,
    List<FieldView> fields,
    Optional<ConsentView> consent) {
  /** A box to tick, by the name under which it is sent. */
  record ConsentView(String name, boolean isGiven) {}

  private static final String RUN = "run.";
  private static final String INPUT = "input.";

  /** What stands for a value that a person can find; others come from the steps before. */
  private static final Pattern TO_CHOOSE =
      Pattern.compile(
          "<(?:for you to (?:choose|correct)(?:: )?(.*)|(?:other than|value for) .*)>",
          Pattern.DOTALL);

  static RemainingView of(String run, JsonNode call, JsonNode tools) {
    var step = call.path("step").asString("");
    var tool = WorkflowList.tool(tools, call.path("tool").asString(""));
    var known = Json.object();
    var fields = new ArrayList<FieldView>();
    call.path("arguments")
        .forEachEntry(
            (name, value) -> {
              var placeholder = TO_CHOOSE.matcher(value.asString(""));
              if (value.isString() && placeholder.matches()) {
                fields.add(field(run, step, name, tool).withAbout(about(placeholder)));
              } else {
                known.set(name, value);
              }
            });
    return new RemainingView(
        VisibleText.of(step),
        FieldView.words(step),
        new RunWords(tools).tool(call.path("tool").asString("")),
        VisibleText.of(call.path("guidance").asString("")),
        known.isEmpty() ? Optional.empty() : Optional.of(lines(known)),
        List.copyOf(fields),
        tool.path("annotations").path("destructiveHint").asBoolean(false)
            ? Optional.of(new ConsentView(RUN + step, false))
            : Optional.empty());
  }

  /** A line for each value, by what people call it. */
  private static String lines(ObjectNode known) {
    return known
        .propertyStream()
        .map(
            entry ->
                "%s: %s"
                    .formatted(
                        FieldView.words(entry.getKey()),
                        VisibleText.of(
                            entry.getValue().isString()
                                ? entry.getValue().asString()
                                : Json.pretty(entry.getValue()))))
        .collect(Collectors.joining("\n"));
  }

  private static String about(Matcher placeholder) {
    return VisibleText.of(Optional.ofNullable(placeholder.group(1)).orElse(placeholder.group()));
  }

  private static FieldView field(String run, String step, String name, JsonNode tool) {
    return FieldView.of(
        "input-%s-%s-%s".formatted(run, step, name),
        INPUT + step + "." + name,
        name,
        tool.path("inputSchema").path("properties").path(name),
        false,
        "");
  }

  boolean isTyped(Fields form) {
    return fields.stream().anyMatch(field -> form.find(field.name()).isPresent());
  }

  boolean hasConsent(Fields form) {
    return consent.stream().allMatch(box -> form.has(box.name()));
  }

  /** The same, with what was filled in before. */
  RemainingView withTyped(Fields form) {
    return new RemainingView(
        step,
        name,
        tool,
        guidance,
        known,
        fields.stream().map(field -> field.withValue(form.text(field.name()))).toList(),
        consent.map(box -> new ConsentView(box.name(), form.has(box.name()))));
  }

  /** What a form with these fields says, by step. */
  static ObjectNode inputs(JsonNode status, JsonNode tools, Fields form) {
    var inputs = Json.object();
    for (var call : status.path("remaining")) {
      var step = call.path("step").asString("");
      var properties =
          WorkflowList.tool(tools, call.path("tool").asString(""))
              .path("inputSchema")
              .path("properties");
      if (form.has(RUN + step)) {
        inputs.withObjectProperty(step);
      }
      for (var name : call.path("arguments").propertyNames()) {
        form.find(INPUT + step + "." + name)
            .ifPresent(
                typed ->
                    inputs
                        .withObjectProperty(step)
                        .set(name, FieldView.value(FieldView.type(properties.path(name)), typed)));
      }
    }
    return inputs;
  }
}
