package dev.baton.workflow;

import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.FieldPath;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A prompt that the server runs itself: steps, one after the other, with the data that flows
 * between them. Immutable, thread safe; everything in it keeps the order of its definition.
 *
 * {@snippet file="dev/baton/workflow/LogseqExampleTest.java" region="workflow"}
 *
 * @param title what people are shown in place of the name
 * @param description what it does, as a sentence that goes on after "I want to"
 * @param instructions resources that every run begins with
 * @param durable if a run has a task behind it that outlives the connection
 * @param timeBudget how long a run may take within one request
 * @param servedAs the ways in which clients meet it
 */
public record SequentialWorkflow(
    String name,
    Optional<String> title,
    String description,
    List<WorkflowArgument> arguments,
    List<ResourceHandle> instructions,
    List<WorkflowStep> steps,
    ErrorStrategy errorStrategy,
    boolean durable,
    TraceForm traceForm,
    Duration timeBudget,
    Set<ServedAs> servedAs) {
  /** Within the 60 s after which common clients give up. */
  public static final Duration DEFAULT_TIME_BUDGET = Duration.ofSeconds(40);

  public SequentialWorkflow {
    arguments = List.copyOf(arguments);
    instructions = List.copyOf(instructions);
    steps = List.copyOf(steps);
    servedAs = Set.copyOf(servedAs);
  }

  /** A way in which a client meets a workflow. */
  public enum ServedAs {
    PROMPT,
    TOOL,
    SKILL
  }

  /** Begins the definition of a workflow. */
  public static WorkflowBuilder named(String name) {
    return new WorkflowBuilder(name);
  }

  /** The same workflow with other steps, which nobody has checked. */
  public SequentialWorkflow withSteps(List<WorkflowStep> others) {
    return new SequentialWorkflow(
        name,
        title,
        description,
        arguments,
        instructions,
        others,
        errorStrategy,
        durable,
        traceForm,
        timeBudget,
        servedAs);
  }

  /** The tools that its steps call, in their order. */
  public Set<ToolHandle<?, ?>> requiredTools() {
    var tools = new LinkedHashSet<ToolHandle<?, ?>>();
    steps.forEach(step -> step.tool().ifPresent(tools::add));
    return tools;
  }

  /**
   * If another step calls the same tool, so that the tool's name does not say which step is meant.
   */
  public boolean sharesTool(WorkflowStep step) {
    return step.tool().isPresent()
        && steps.stream().filter(other -> other.tool().equals(step.tool())).count() > 1;
  }

  /** The resources that it embeds or takes values from, in their order. */
  public Set<ResourceHandle> requiredResources() {
    var resources = new LinkedHashSet<>(instructions);
    for (var step : steps) {
      resources.addAll(step.resources());
      step.arguments().values().stream()
          .flatMap(
              source ->
                  source instanceof DataSource.ResourceContent content
                      ? Stream.of(content.resource())
                      : Stream.empty())
          .forEach(resources::add);
    }
    return resources;
  }

  /**
   * What a variable in a text means that is the name of a binding, a dot and a field of that
   * output; empty if it is an argument, or nothing.
   */
  public Optional<DataSource.StepOutput> outputNamed(String variable) {
    if (arguments.stream().anyMatch(argument -> argument.name().value().equals(variable))) {
      return Optional.empty();
    }
    return steps.stream()
        .filter(step -> step.tool().isPresent())
        .map(WorkflowStep::binding)
        .filter(binding -> variable.startsWith(binding.value() + "."))
        .max(Comparator.comparingInt(binding -> binding.value().length()))
        .flatMap(
            binding ->
                FieldPath.find(variable.substring(binding.value().length() + 1))
                    .map(field -> new DataSource.StepOutput(binding, Optional.of(field))));
  }

  /** What a step takes of the outputs of others: as arguments, in texts, or as requirements. */
  public Stream<DataSource.StepOutput> outputsRead(WorkflowStep step) {
    return Stream.of(
            step.arguments().values().stream()
                .filter(DataSource.StepOutput.class::isInstance)
                .map(DataSource.StepOutput.class::cast),
            step.requirements().stream().map(Requirement::output),
            step.variables().stream().flatMap(name -> outputNamed(name).stream()))
        .flatMap(outputs -> outputs);
  }

  /** The tool name under which it is served too. */
  public String toolName() {
    return "run_" + name.replace('-', '_');
  }
}
