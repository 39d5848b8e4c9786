package dev.baton.workflow;

import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A step while it is being defined. Not thread safe. */
final class StepDraft {
  private final StepName name;
  private final Optional<ToolHandle<?, ?>> tool;
  private final Map<ArgName, DataSource> arguments = new LinkedHashMap<>();
  private final List<ArgName> twice = new ArrayList<>();
  private final Set<String> open = new TreeSet<>();
  final List<ResourceHandle> resources = new ArrayList<>();
  final List<Requirement> requirements = new ArrayList<>();
  Optional<BindingName> binding = Optional.empty();
  Optional<TextTemplate> guidance = Optional.empty();
  Optional<UnaryOperator<JsonNode>> transform = Optional.empty();
  Optional<Duration> timeout = Optional.empty();
  boolean retryable;
  boolean autoRun;

  static StepDraft calling(StepName name, ToolHandle<?, ?> tool) {
    return new StepDraft(name, Optional.of(tool));
  }

  static StepDraft withoutTool(StepName name) {
    return new StepDraft(name, Optional.empty());
  }

  private StepDraft(StepName name, Optional<ToolHandle<?, ?>> tool) {
    this.name = name;
    this.tool = tool;
  }

  StepDraft with(StepOption... options) {
    for (var option : options) {
      option.applyTo(this);
    }
    return this;
  }

  void argument(ArgName argument, DataSource source) {
    if (arguments.putIfAbsent(argument, source) != null) {
      twice.add(argument);
    }
    open.remove(argument.value());
  }

  /** Notes an argument whose source is still to come. */
  void announce(String argument) {
    open.add(argument);
  }

  BindingName bindingName() {
    return binding.orElseGet(() -> new BindingName(name.value()));
  }

  WorkflowStep toStep() {
    return new WorkflowStep(
        name,
        tool,
        arguments,
        bindingName(),
        guidance,
        resources,
        transform,
        timeout,
        retryable,
        autoRun,
        requirements);
  }

  /** What only the draft knows, because a finished step cannot have it. */
  Stream<WorkflowProblem> problems(Spot step) {
    var args = step.at("args");
    return Stream.concat(
        twice.stream()
            .map(
                it ->
                    args.at(it.value())
                        .problem(
                            Kind.DUPLICATE_ARGUMENT,
                            "duplicate argument '%s'".formatted(it),
                            "one source for each argument")),
        open.stream()
            .map(
                it ->
                    args.at(it)
                        .problem(
                            Kind.MISSING_SOURCE,
                            "argument '%s' without a source".formatted(it),
                            "from(...) after arg(...)")));
  }
}
