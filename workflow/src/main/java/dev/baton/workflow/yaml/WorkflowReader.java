package dev.baton.workflow.yaml;

import static dev.baton.workflow.WorkflowDsl.describedAs;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.oneOf;
import static dev.baton.workflow.WorkflowDsl.optional;

import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.ArgumentOption;
import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.WorkflowBuilder;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Makes a workflow of the nodes of a file; what is wrong becomes a problem and is left out. */
final class WorkflowReader {
  private static final List<String> KEYS =
      List.of(
          "name",
          "title",
          "description",
          "durable",
          "trace",
          "on_error",
          "arguments",
          "instructions",
          "steps");
  private static final List<String> ARGUMENT_KEYS =
      List.of("name", "description", "required", "type", "values");
  private static final int MOST_ATTEMPTS = 100;
  private static final int DAY_MS = 86_400_000;

  private final Findings findings;
  private final Names names;

  WorkflowReader(Findings findings) {
    this.findings = findings;
    this.names = new Names(findings);
  }

  /** The workflow as far as it could be read, unchecked; empty if there is nothing like one. */
  Optional<SequentialWorkflow> read(YamlNode root) {
    root.findScalar("name").filter(name -> !name.isBlank()).ifPresent(findings::nameWorkflow);
    var fields = YamlFields.read(findings, root, Place.root(), KEYS);
    return root.is(YamlNode.Kind.MAPPING) ? Optional.of(read(fields)) : Optional.empty();
  }

  private SequentialWorkflow read(YamlFields fields) {
    var builder = SequentialWorkflow.named(name(fields));
    fields.text("title").ifPresent(builder::withTitle);
    fields.text("description").ifPresent(builder::describedAs);
    if (fields.flag("durable").orElse(false)) {
      builder.durable();
    }
    fields
        .find("trace")
        .flatMap(node -> choice(fields, node, "trace", TraceForm.values()))
        .ifPresent(builder::withTrace);
    fields
        .find("on_error")
        .flatMap(node -> onError(fields, node))
        .ifPresent(builder::withErrorStrategy);
    readArguments(fields, builder);
    names.resources(fields, "instructions", Place.root()).forEach(builder::instructions);
    var steps = new StepReader(findings, names, builder);
    fields.list("steps").forEach(steps::read);
    return builder.draft();
  }

  private String name(YamlFields fields) {
    // why: a name of the wrong type is told already, and is not missing too
    return fields.text("name").orElse(fields.find("name").isPresent() ? "unnamed" : "");
  }

  private Optional<ErrorStrategy> onError(YamlFields fields, YamlNode node) {
    if (node.is(YamlNode.Kind.MAPPING)) {
      var place = Place.root().at("on_error");
      var options = YamlFields.read(findings, node, place, List.of("retry"));
      return options.find("retry").map(retry -> retry(retry, place.at("retry")));
    }
    return fields.text("on_error").flatMap(text -> onError(text, node));
  }

  private Optional<ErrorStrategy> onError(String text, YamlNode node) {
    return switch (text) {
      case "fail_fast" -> Optional.of(ErrorStrategy.failFast());
      case "collect_errors" -> Optional.of(ErrorStrategy.collectErrors());
      default -> {
        findings.add(
            Kind.INVALID_VALUE,
            Place.root().at("on_error"),
            node,
            "%s as 'on_error'".formatted(YamlNode.quoted(text)),
            "another value",
            List.of("fail_fast", "collect_errors", "retry: {attempts, backoff_ms}"));
        yield Optional.empty();
      }
    };
  }

  private ErrorStrategy retry(YamlNode node, Place place) {
    var fields = YamlFields.read(findings, node, place, List.of("attempts", "backoff_ms"));
    if (node.is(YamlNode.Kind.MAPPING) && fields.find("attempts").isEmpty()) {
      findings.add(Kind.MISSING_KEY, place, node, "no 'attempts'", "how often a step is tried");
    }
    return ErrorStrategy.retry(
        (int) fields.number("attempts", 1, MOST_ATTEMPTS).orElse(1),
        Duration.ofMillis(fields.number("backoff_ms", 0, DAY_MS).orElse(0)));
  }

  private void readArguments(YamlFields fields, WorkflowBuilder builder) {
    var index = 0;
    for (var node : fields.list("arguments")) {
      var place = Place.root().at("arguments").at(index);
      var argument = YamlFields.read(findings, node, place, ARGUMENT_KEYS);
      var name = names.required(argument, node, place, "name", "argument name");
      if (name.isPresent()) {
        builder.promptArg(name.get(), options(argument, place));
        index++;
      }
    }
  }

  private ArgumentOption[] options(YamlFields argument, Place place) {
    var options = new ArrayList<ArgumentOption>();
    argument.text("description").ifPresent(text -> options.add(describedAs(text)));
    if (!argument.flag("required").orElse(true)) {
      options.add(optional());
    }
    argument
        .find("type")
        .flatMap(node -> choice(argument, node, "type", ArgumentType.values()))
        .ifPresent(type -> options.add(ofType(type)));
    if (argument.find("values").isPresent()) {
      options.add(oneOf(values(argument, place.at("values"))));
    }
    return options.toArray(ArgumentOption[]::new);
  }

  // why any scalar: a client sends every value as text, also a number
  private String[] values(YamlFields argument, Place place) {
    var values = new ArrayList<String>();
    for (var node : argument.list("values")) {
      node.scalar()
          .ifPresentOrElse(
              values::add,
              () ->
                  findings.add(
                      Kind.WRONG_NODE,
                      place,
                      node,
                      YamlFields.shown(node) + " as a value",
                      "text"));
    }
    return values.toArray(String[]::new);
  }

  private <E extends Enum<E>> Optional<E> choice(
      YamlFields fields, YamlNode node, String key, E[] choices) {
    var text = fields.text(key);
    var chosen =
        Arrays.stream(choices).filter(it -> text.equals(Optional.of(wireName(it)))).findFirst();
    if (text.isPresent() && chosen.isEmpty()) {
      findings.add(
          Kind.INVALID_VALUE,
          fields.place().at(key),
          node,
          "%s as '%s'".formatted(YamlNode.quoted(text.get()), key),
          "another value",
          Arrays.stream(choices).map(WorkflowReader::wireName).toList());
    }
    return chosen;
  }

  private static String wireName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
