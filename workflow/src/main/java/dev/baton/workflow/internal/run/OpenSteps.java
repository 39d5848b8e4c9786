package dev.baton.workflow.internal.run;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.ArgumentTemplates;
import dev.baton.workflow.internal.argument.MissingInput;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.ArgumentGap;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.StepRecord;
import dev.baton.workflow.internal.record.UnmetRequirement;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import dev.baton.workflow.reference.ToolHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Says what is left of a run. Used by one thread at a time. */
final class OpenSteps {
  private final SequentialWorkflow workflow;
  private final WorkflowHost host;
  private final ArgumentResolver resolver;
  private final Preflight preflight;
  private final Requirements requirements;
  private final ArgumentTemplates shown;
  private final Secrets secrets;

  OpenSteps(
      SequentialWorkflow workflow,
      WorkflowHost host,
      ArgumentResolver resolver,
      Preflight preflight,
      Requirements requirements,
      Secrets secrets) {
    this.workflow = workflow;
    this.host = host;
    this.resolver = resolver;
    this.preflight = preflight;
    this.requirements = requirements;
    this.shown = resolver.shown();
    this.secrets = secrets;
  }

  List<RemainingCall> list(RunState state) throws InterruptedException {
    var calls = new ArrayList<RemainingCall>();
    var refused = new HashMap<String, String>();
    for (var step : workflow.steps()) {
      if (state.step(step.name()).isOpen()) {
        calls.add(remaining(step, state.step(step.name()), state.input(step.name()), refused));
      }
    }
    calls.sort(Comparator.comparing(call -> !state.step(call.step()).mayBeRetried()));
    return calls;
  }

  /**
   * The call of a step.
   *
   * @param others what stands for prompt arguments that an earlier step's tool has refused; those
   *     of this step are added
   */
  private RemainingCall remaining(
      WorkflowStep step, StepRecord record, ObjectNode supplied, Map<String, String> others)
      throws InterruptedException {
    var tool = step.tool().flatMap(handle -> host.findTool(handle.name()));
    var arguments = resolver.resolve(step, supplied);
    tool.ifPresent(facts -> addPlaceholders(facts, arguments));
    var refused = record.isRefused() && isLastCall(record, arguments);
    var isGiven = givenByPrompt(step, supplied);
    if (refused) {
      Placeholders.askForOthers(arguments, choosable(step, supplied), secrets);
      isGiven.forEach(
          (name, argument) -> {
            if (arguments.values().has(name)) {
              others.put(argument, Placeholders.otherThan(arguments.values().path(name), secrets));
            }
          });
    } else {
      isGiven.forEach(
          (name, argument) ->
              Optional.ofNullable(others.get(argument))
                  .ifPresent(text -> arguments.placeholder(name, text)));
    }
    return new RemainingCall(
        step.name(),
        step.tool().map(ToolHandle::name),
        tool.isPresent(),
        secrets.hide(arguments.shown()),
        arguments.open(),
        refused,
        workflow.sharesTool(step),
        step.guidance().map(shown::text),
        step.resources().stream().map(resolver::shownUri).toList(),
        tool.filter(ToolFacts::destructive).isPresent() && !step.autoRun(),
        requirements.unmet(step).stream().map(UnmetRequirement::wish).toList());
  }

  /** The open steps that are made by a call of this tool, the surest first. */
  List<StepName> madeBy(String tool, ObjectNode call, RunState state) throws InterruptedException {
    var schema = host.findTool(tool).map(ToolFacts::inputSchema).orElseGet(RunJson::object);
    var required = required(schema);
    var given = secrets.hide(call);
    var same = new ArrayList<StepName>();
    var similar = new ArrayList<StepName>();
    for (var step : workflow.steps()) {
      if (calls(step, tool) && state.step(step.name()).isOpen()) {
        var arguments = resolver.resolve(step, state.input(step.name()));
        arguments.leaveOutNulls(schema);
        if (RunJson.isSame(given, secrets.hide(arguments.shown()))) {
          same.add(step.name());
        } else if (arguments.isPartOf(given, secrets, required)) {
          similar.add(step.name());
        }
      }
    }
    same.addAll(similar);
    return same;
  }

  private static boolean calls(WorkflowStep step, String tool) {
    return step.tool().filter(handle -> handle.name().equals(tool)).isPresent();
  }

  private static Set<String> required(ObjectNode schema) {
    return schema
        .path("required")
        .valueStream()
        .map(name -> name.asString(""))
        .collect(Collectors.toSet());
  }

  private boolean isLastCall(StepRecord record, StepArguments arguments) {
    return record
        .call()
        .filter(call -> RunJson.isSame(call, secrets.hide(arguments.values())))
        .isPresent();
  }

  /**
   * The arguments for which other values can be chosen: what somebody has chosen for this run, or
   * else what the workflow has chosen for all of them. What comes from an earlier step is not for
   * choosing: it says what the run is about.
   */
  private static Set<String> choosable(WorkflowStep step, ObjectNode supplied) {
    var names = new LinkedHashSet<>(supplied.propertyNames());
    names.addAll(givenByPrompt(step, supplied).keySet());
    if (names.isEmpty()) {
      step.arguments()
          .forEach(
              (name, source) -> {
                if (source instanceof DataSource.Constant constant
                    && TextTemplate.variablesIn(constant.value()).stream()
                        .noneMatch(variable -> variable.contains("."))) {
                  names.add(name.value());
                }
              });
    }
    return names;
  }

  /** The arguments that a step takes from the prompt, with the names that they have there. */
  private static Map<String, String> givenByPrompt(WorkflowStep step, ObjectNode supplied) {
    var names = new LinkedHashMap<String, String>();
    step.arguments()
        .forEach(
            (name, source) -> {
              if (source instanceof DataSource.PromptArgument argument
                  && !supplied.has(name.value())) {
                names.put(name.value(), argument.name().value());
              }
            });
    return names;
  }

  private void addPlaceholders(ToolFacts tool, StepArguments arguments) {
    arguments.leaveOutNulls(tool.inputSchema());
    new Placeholders(tool, secrets).put(arguments, preflight.problems(tool, arguments));
  }

  /** What a client can be asked for, so that the run can go on where it stopped. */
  List<MissingInput> missing(PauseReason pause) throws InterruptedException {
    var step =
        workflow.steps().stream()
            .filter(candidate -> candidate.name().equals(pause.step()))
            .findFirst();
    var tool = step.flatMap(WorkflowStep::tool).flatMap(handle -> host.findTool(handle.name()));
    if (step.isEmpty() || tool.isEmpty()) {
      return List.of();
    }
    return missingNames(pause, step.get())
        .map(name -> name.contains(".") ? name.substring(0, name.indexOf('.')) : name)
        .filter(name -> !name.isEmpty())
        .distinct()
        .map(name -> MissingInput.of(pause.step(), name, schema(tool.get(), name)))
        .toList();
  }

  private Stream<String> missingNames(PauseReason pause, WorkflowStep step)
      throws InterruptedException {
    if (pause instanceof PauseReason.UnresolvableParams reason) {
      return reason.gaps().stream().map(ArgumentGap::argument);
    }
    if (pause instanceof PauseReason.SchemaMismatch reason) {
      return reason.problems().stream().map(ArgumentGap::argument);
    }
    if (pause instanceof PauseReason.InputRequired reason) {
      return reason.inputs().stream().map(ArgumentGap::argument);
    }
    return pause instanceof PauseReason.UnresolvedDependency
        ? resolver.resolve(step, RunJson.object()).gaps().stream().map(StepArguments.Gap::argument)
        : Stream.empty();
  }

  private static ObjectNode schema(ToolFacts tool, String argument) {
    return Optional.of(tool.inputSchema().path("properties").path(argument))
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast)
        .orElseGet(RunJson::object);
  }
}
