package dev.baton.workflow.internal.argument;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.internal.record.ArgumentProblem;
import dev.baton.workflow.internal.record.InvalidArgumentsException;
import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.internal.record.Sentence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a run, read and checked before anything runs.
 *
 * @param values those that are right, of their types, in the order of definition
 * @param problems all that is wrong, in the order of definition, then what is unknown
 */
public record PromptArguments(
    SequentialWorkflow workflow, ObjectNode values, List<ArgumentProblem> problems) {
  private static final int MOST_SHOWN = 100;

  public PromptArguments {
    problems = List.copyOf(problems);
  }

  /** Reads text, as a prompt gets it: each value is read as its argument's type. */
  public static PromptArguments read(SequentialWorkflow workflow, Map<String, String> given) {
    return read(
        workflow,
        given.keySet(),
        argument ->
            Optional.ofNullable(given.get(argument.name().value()))
                .map(text -> new Given(text, ArgumentText.find(argument.type(), text), true)));
  }

  /** Reads what should be text, as a prompt gets it, and may be something else. */
  public static PromptArguments readTexts(SequentialWorkflow workflow, ObjectNode given) {
    return read(
        workflow,
        given.propertyNames(),
        argument ->
            Optional.ofNullable(given.get(argument.name().value()))
                .map(
                    value ->
                        new Given(
                            ArgumentTemplates.text(value),
                            value.isString()
                                ? ArgumentText.find(argument.type(), value.asString())
                                : Optional.empty(),
                            value.isString())));
  }

  /** Reads JSON, as a tool gets it; null is as good as nothing. */
  public static PromptArguments read(SequentialWorkflow workflow, ObjectNode given) {
    return read(
        workflow,
        given.propertyNames(),
        argument ->
            Optional.ofNullable(given.get(argument.name().value()))
                .filter(value -> !value.isNull())
                .map(
                    value ->
                        new Given(
                            ArgumentTemplates.text(value),
                            ArgumentText.find(argument.type(), value),
                            true)));
  }

  private static PromptArguments read(
      SequentialWorkflow workflow, Collection<String> names, Source source) {
    var values = RunJson.object();
    var problems = new ArrayList<ArgumentProblem>();
    for (var argument : workflow.arguments()) {
      source
          .find(argument)
          .ifPresentOrElse(
              given ->
                  problem(argument, given)
                      .ifPresentOrElse(
                          problems::add,
                          () ->
                              given.value().ifPresent(v -> values.set(argument.name().value(), v))),
              () -> missing(argument).ifPresent(problems::add));
    }
    problems.addAll(unknown(workflow, names));
    return new PromptArguments(workflow, values, problems);
  }

  /**
   * The values, if nothing is wrong.
   *
   * @throws InvalidArgumentsException that lists every problem
   */
  public ObjectNode orThrow() {
    if (problems.isEmpty()) {
      return values;
    }
    throw refusal();
  }

  /** Every problem, to be thrown. */
  public InvalidArgumentsException refusal() {
    return new InvalidArgumentsException(
        "Workflow '%s' cannot start".formatted(workflow.name()), problems);
  }

  /** The required arguments that were not given: all that is wrong, if a client can be asked. */
  public List<MissingInput> missing() {
    var names =
        problems.stream()
            .filter(problem -> problem.kind() == ArgumentProblem.Kind.MISSING)
            .map(ArgumentProblem::argument)
            .collect(Collectors.toSet());
    return workflow.arguments().stream()
        .filter(argument -> names.contains(argument.name().value()))
        .map(MissingInput::of)
        .toList();
  }

  private static Optional<ArgumentProblem> missing(WorkflowArgument argument) {
    return argument.required()
        ? Optional.of(
            new ArgumentProblem(
                argument.name().value(),
                ArgumentProblem.Kind.MISSING,
                "argument '%s' is missing%s"
                    .formatted(
                        argument.name(),
                        argument.description().isBlank()
                            ? ""
                            : " (%s)".formatted(Sentence.withoutStop(argument.description())))))
        : Optional.empty();
  }

  private static Optional<ArgumentProblem> problem(WorkflowArgument argument, Given given) {
    var expected =
        given
            .value()
            .map(
                value ->
                    argument.allowedValues().isEmpty()
                            || argument.allowedValues().contains(ArgumentTemplates.text(value))
                        ? ""
                        : "one of " + String.join(", ", argument.allowedValues()))
            .orElseGet(
                () ->
                    given.isText()
                        ? article(argument.type().wireName())
                        : "a string, as every argument of a prompt");
    return expected.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ArgumentProblem(
                argument.name().value(),
                ArgumentProblem.Kind.INVALID,
                "argument '%s' must be %s, got '%s'"
                    .formatted(argument.name(), expected, shown(argument, given.text()))));
  }

  private static List<ArgumentProblem> unknown(
      SequentialWorkflow workflow, Collection<String> names) {
    var known = workflow.arguments().stream().map(argument -> argument.name().value()).toList();
    var available = known.isEmpty() ? "it takes none" : "known: " + String.join(", ", known);
    return names.stream()
        .filter(name -> !known.contains(name))
        .sorted()
        .map(
            name ->
                new ArgumentProblem(
                    name,
                    ArgumentProblem.Kind.UNKNOWN,
                    "unknown argument '%s' (%s)".formatted(cut(name), available)))
        .toList();
  }

  private static String article(String type) {
    return ("aeiou".indexOf(type.charAt(0)) >= 0 ? "an " : "a ") + type.toLowerCase(Locale.ROOT);
  }

  private static String shown(WorkflowArgument argument, String text) {
    return argument.secret() ? Secrets.SHOWN : cut(text);
  }

  private static String cut(String text) {
    return text.codePointCount(0, text.length()) <= MOST_SHOWN
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MOST_SHOWN)) + "…";
  }

  private interface Source {
    Optional<Given> find(WorkflowArgument argument);
  }

  private record Given(String text, Optional<JsonNode> value, boolean isText) {}
}
