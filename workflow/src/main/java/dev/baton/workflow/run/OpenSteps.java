package dev.baton.workflow.run;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.ToolHandle;
import dev.baton.workflow.WorkflowStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
      ObjectNode arguments,
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
    this.shown = new ArgumentTemplates(secrets.shown(arguments));
    this.secrets = secrets;
  }

  List<RemainingCall> list(RunState state) throws InterruptedException {
    var open =
        workflow.steps().stream()
            .filter(step -> state.step(step.name()).isOpen())
            .sorted(Comparator.comparing(step -> !state.step(step.name()).mayBeRetried()))
            .toList();
    var calls = new ArrayList<RemainingCall>();
    for (var step : open) {
      calls.add(remaining(step, state.input(step.name())));
    }
    return calls;
  }

  private RemainingCall remaining(WorkflowStep step, ObjectNode supplied)
      throws InterruptedException {
    var tool = step.tool().flatMap(handle -> host.findTool(handle.name()));
    var arguments = resolver.resolve(step, supplied);
    tool.ifPresent(facts -> addPlaceholders(facts, arguments));
    return new RemainingCall(
        step.name(),
        step.tool().map(ToolHandle::name),
        tool.isPresent(),
        secrets.hide(arguments.shown()),
        step.guidance().map(shown::text),
        step.resources().stream().map(resource -> shown.uri(resource.uri().value())).toList(),
        tool.filter(ToolFacts::destructive).isPresent() && !step.autoRun(),
        requirements.unmet(step).stream().map(UnmetRequirement::wish).toList());
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
