package dev.baton.app.web.workflow;

import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A step of a run that is left, with fields for what is to be chosen in it.
 *
 * @param subject what it is about
 * @param known its arguments that are known
 * @param fields for what is to be chosen; if the step waits for consent, also for the words of its
 *     call
 * @param consent what becomes of it, if it may destroy something
 */
record RemainingView(
    String step,
    String name,
    String tool,
    String guidance,
    Optional<RunSubject> subject,
    Optional<String> known,
    List<FieldView> fields,
    Optional<ConsentView> consent) {
  /**
   * A choice whether a step runs.
   *
   * @param name under which it is sent
   * @param choice empty as long as nothing is chosen
   */
  record ConsentView(String name, String choice) {
    boolean isGiven() {
      return choice.equals(YES);
    }

    boolean isLeftOut() {
      return choice.equals(LEFT_OUT);
    }

    private boolean isMade(Fields form) {
      return !form.text(name).isEmpty();
    }
  }

  private static final String YES = "1";
  private static final String LEFT_OUT = "out";
  private static final String RUN = "run.";
  private static final String INPUT = "input.";

  /** What stands for a value that a person can find; others come from the steps before. */
  private static final Pattern TO_CHOOSE =
      Pattern.compile(
          "<(?:for you to (?:choose|correct)(?:: )?(.*)|(?:other than|value for) .*)>",
          Pattern.DOTALL);

  static RemainingView of(
      String run,
      JsonNode call,
      JsonNode tools,
      Function<JsonNode, Optional<RunSubject>> subjects) {
    var step = call.path("step").asString("");
    var tool = WorkflowList.tool(tools, call.path("tool").asString(""));
    var known = Json.object();
    var fields = new ArrayList<FieldView>();
    var waits = mayDestroy(tool);
    var words = new RunWords(tools);
    call.path("arguments")
        .forEachEntry(
            (name, value) -> {
              var placeholder = TO_CHOOSE.matcher(value.asString(""));
              if (value.isString() && placeholder.matches()) {
                fields.add(field(run, step, name, tool, false).withAbout(about(placeholder)));
              } else if (waits && isText(name, value)) {
                fields.add(field(run, step, name, tool, true).withValue(value.asString()));
              } else {
                known.set(name, value);
              }
            });
    return new RemainingView(
        VisibleText.of(step),
        FieldView.words(step),
        words.tool(call.path("tool").asString("")),
        words.forPeople(call.path("guidance").asString("")),
        subjects.apply(call.path("arguments")),
        known.isEmpty() ? Optional.empty() : Optional.of(lines(known)),
        List.copyOf(fields),
        waits ? Optional.of(new ConsentView(RUN + step, "")) : Optional.empty());
  }

  private static boolean mayDestroy(JsonNode tool) {
    return tool.path("annotations").path("destructiveHint").asBoolean(false);
  }

  /** Words that a person may know better; what stands for an output is none. */
  private static boolean isText(String name, JsonNode value) {
    return value.isString() && FieldView.isText(name) && !value.asString().matches("(?s)<.*>");
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

  private static FieldView field(
      String run, String step, String name, JsonNode tool, boolean isRequired) {
    return FieldView.of(
        "input-%s-%s-%s".formatted(run, step, name),
        INPUT + step + "." + name,
        name,
        tool.path("inputSchema").path("properties").path(name),
        isRequired,
        "");
  }

  /** A form without what stands in its fields as the page had written it. */
  static Fields changed(Fields form, List<RemainingView> shown) {
    var values = new LinkedHashMap<>(form.values());
    shown.stream()
        .flatMap(call -> call.fields.stream())
        .filter(field -> form.text(field.name()).replace("\r\n", "\n").equals(field.value()))
        .forEach(field -> values.remove(field.name()));
    return new Fields(values);
  }

  boolean isTyped(Fields form) {
    return fields.stream().anyMatch(field -> form.find(field.name()).isPresent());
  }

  /** Whether it is to run, or needs nobody's consent. */
  boolean mayRun(Fields form) {
    return consent.stream().allMatch(it -> form.text(it.name()).equals(YES));
  }

  /** Whether it needs somebody's consent, and nobody has chosen what becomes of it. */
  boolean waits(Fields form) {
    var isFilledIn =
        fields.stream()
            .anyMatch(field -> !field.isRequired() && form.find(field.name()).isPresent());
    return !isFilledIn && consent.stream().anyMatch(it -> !it.isMade(form));
  }

  boolean isChosen(Fields form) {
    return consent.stream().anyMatch(it -> it.isMade(form));
  }

  /** The same, with what was filled in before. */
  RemainingView withTyped(Fields form) {
    return new RemainingView(
        step,
        name,
        tool,
        guidance,
        subject,
        known,
        fields.stream()
            .map(field -> form.has(field.name()) ? field.withValue(form.text(field.name())) : field)
            .toList(),
        consent.map(it -> new ConsentView(it.name(), form.text(it.name()))));
  }

  /** What a form with these fields says, by step. */
  static ObjectNode inputs(JsonNode status, JsonNode tools, Fields form) {
    var inputs = Json.object();
    for (var call : status.path("remaining")) {
      var step = call.path("step").asString("");
      var tool = WorkflowList.tool(tools, call.path("tool").asString(""));
      var choice = form.text(RUN + step);
      if (choice.equals(LEFT_OUT)) {
        inputs.putNull(step);
        continue;
      }
      var given = Json.object();
      var isNamed = choice.equals(YES) || !mayDestroy(tool);
      for (var argument : call.path("arguments").properties()) {
        var name = argument.getKey();
        var typed = form.find(INPUT + step + "." + name);
        if (typed.isPresent()) {
          var schema = tool.path("inputSchema").path("properties").path(name);
          given.set(name, FieldView.value(FieldView.type(schema), typed.get()));
          // why: who fills in what is left to choose wants it; who changes words may not yet
          isNamed |= TO_CHOOSE.matcher(argument.getValue().asString("")).matches();
        }
      }
      if (isNamed && (choice.equals(YES) || !given.isEmpty())) {
        inputs.set(step, given);
      }
    }
    return inputs;
  }
}
