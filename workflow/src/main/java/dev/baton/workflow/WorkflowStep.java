package dev.baton.workflow;

import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * One step of a workflow. Immutable, thread safe.
 *
 * @param tool none in a step that only embeds resources or only gives guidance
 * @param arguments the tool's arguments, in the order of definition
 * @param binding the name of its output; the step's own name unless another was chosen
 * @param guidance what the trace says before the call
 * @param resources embedded before the call; their URIs are {@linkplain TextTemplate templates}
 * @param outputTransform makes the bound value of the tool's result
 * @param retryable if repeating a failed call is harmless
 * @param autoRun if it runs by itself though its tool is destructive
 * @param requirements what has to hold before it runs
 */
public record WorkflowStep(
    StepName name,
    Optional<ToolHandle<?, ?>> tool,
    Map<ArgName, DataSource> arguments,
    BindingName binding,
    Optional<TextTemplate> guidance,
    List<ResourceHandle> resources,
    Optional<UnaryOperator<JsonNode>> outputTransform,
    Optional<Duration> timeout,
    boolean retryable,
    boolean autoRun,
    List<Requirement> requirements) {
  public WorkflowStep {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    resources = List.copyOf(resources);
    requirements = List.copyOf(requirements);
  }

  /** The variables in its texts, in the order of their first use. */
  Set<String> variables() {
    var names = new LinkedHashSet<String>();
    guidance.ifPresent(text -> names.addAll(text.variables()));
    resources.forEach(resource -> names.addAll(resource.variables()));
    arguments.values().forEach(source -> names.addAll(variablesIn(source)));
    requirements.forEach(it -> names.addAll(TextTemplate.variablesIn(it.wanted())));
    return names;
  }

  /** The variables in the texts of a source. */
  static Set<String> variablesIn(DataSource source) {
    if (source instanceof DataSource.Constant constant) {
      return TextTemplate.variablesIn(constant.value());
    }
    return source instanceof DataSource.ResourceContent content
        ? content.resource().variables()
        : Set.of();
  }
}
