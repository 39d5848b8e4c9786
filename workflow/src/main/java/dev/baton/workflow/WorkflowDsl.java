package dev.baton.workflow;

import dev.baton.internal.schema.RecordJson;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.FieldPath;
import dev.baton.workflow.reference.Output;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.RunView;
import dev.baton.workflow.reference.Source;
import dev.baton.workflow.reference.TextTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * The words of a workflow definition, for a static import.
 *
 * {@snippet file="dev/baton/workflow/LogseqExampleTest.java" region="workflow"}
 */
public final class WorkflowDsl {
  private WorkflowDsl() {}

  // Where a value comes from

  /** An argument of the prompt; one that was not given is left out of the call. */
  public static Source<?> promptArg(String name) {
    return promptArg(new ArgName(name));
  }

  public static Source<?> promptArg(ArgName name) {
    return new Source<>(new DataSource.PromptArgument(name));
  }

  /** The whole output of an earlier step, by its binding. */
  public static Source<?> fromStep(String binding) {
    return fromStep(new BindingName(binding));
  }

  public static Source<?> fromStep(BindingName binding) {
    return new Source<>(new DataSource.StepOutput(binding, Optional.empty()));
  }

  /** A field of an earlier step's output, such as {@code items.0.url}. */
  public static Source<?> fromStep(String binding, String field) {
    return fromStep(new BindingName(binding), field);
  }

  public static Source<?> fromStep(BindingName binding, String field) {
    return new Source<>(new DataSource.StepOutput(binding, Optional.of(new FieldPath(field))));
  }

  /** The whole output of an earlier step, to take it as a source or to require something of it. */
  public static Output<Object> output(String binding) {
    return new Output<>(new BindingName(binding));
  }

  /** A field of an earlier step's output, to take it as a source or to require something of it. */
  public static Output<Object> output(String binding, String field) {
    return new Output<>(new BindingName(binding), new FieldPath(field));
  }

  /** The text of a resource; its URI is a {@linkplain TextTemplate template}. */
  public static Source<String> fromResource(ResourceHandle resource) {
    return new Source<>(new DataSource.ResourceContent(resource));
  }

  /** The same value in every run; strings in it are {@linkplain TextTemplate templates}. */
  public static <V> Source<V> constant(V value) {
    return new Source<>(new DataSource.Constant(RecordJson.encode(value)));
  }

  /** What a function makes of the run so far. */
  public static <V> Source<V> computed(Function<RunView, V> function) {
    return new Source<>(new DataSource.Computed(function));
  }

  /** A variable of the run's durable task. */
  public static Source<?> fromVariable(String name) {
    return new Source<>(new DataSource.TaskVariable(name));
  }

  /** A variable of the run's durable task that is known to have this type. */
  @SuppressWarnings("unused") // why: the class is for the compiler
  public static <V> Source<V> fromVariable(String name, Class<V> type) {
    return new Source<>(new DataSource.TaskVariable(name));
  }

  // What a step has

  /** An argument of the step's tool. */
  public static StepOption arg(String name, Source<?> source) {
    return arg(new ArgName(name), source);
  }

  public static StepOption arg(ArgName name, Source<?> source) {
    return new StepOption(step -> step.argument(name, source.dataSource()));
  }

  /** The name under which later steps find the output; without it, the step's own. */
  public static StepOption bind(String name) {
    return bind(new BindingName(name));
  }

  public static StepOption bind(BindingName name) {
    return new StepOption(step -> step.binding = Optional.of(name));
  }

  /** What the trace says before the call; a {@linkplain TextTemplate template}. */
  public static StepOption guidance(String template) {
    return new StepOption(step -> step.guidance = Optional.of(new TextTemplate(template)));
  }

  /** Resources to embed before the call. */
  public static StepOption resources(ResourceHandle... resources) {
    return new StepOption(step -> step.resources.addAll(List.of(resources)));
  }

  /** Makes the bound value of the tool's result. */
  public static StepOption transform(UnaryOperator<JsonNode> function) {
    return new StepOption(step -> step.transform = Optional.of(function));
  }

  /** What has to hold before the step runs; else the run pauses, or the step is skipped. */
  public static StepOption require(Requirement... requirements) {
    return new StepOption(step -> step.requirements.addAll(List.of(requirements)));
  }

  /** How long the tool may take. */
  public static StepOption timeout(Duration limit) {
    return new StepOption(step -> step.timeout = Optional.of(limit));
  }

  /** Says that repeating a failed call is harmless. */
  public static StepOption retryable() {
    return new StepOption(step -> step.retryable = true);
  }

  /** Lets the step run by itself though its tool is destructive. */
  public static StepOption autoRun() {
    return new StepOption(step -> step.autoRun = true);
  }

  // What a prompt argument has

  /** What people are told about it. */
  public static ArgumentOption describedAs(String description) {
    return new ArgumentOption(argument -> argument.description = description);
  }

  /** It may be left out. */
  public static ArgumentOption optional() {
    return new ArgumentOption(ArgumentDraft::optional);
  }

  /** What its text is read as; without it, a string. */
  public static ArgumentOption ofType(ArgumentType type) {
    return new ArgumentOption(argument -> argument.type = Optional.of(type));
  }

  /** The only values it takes. */
  public static ArgumentOption oneOf(String... values) {
    return new ArgumentOption(argument -> argument.allowedValues = List.of(values));
  }

  /** Proposes values for what was typed so far. */
  public static ArgumentOption completedBy(Function<String, List<String>> completion) {
    return new ArgumentOption(argument -> argument.completion = Optional.of(completion));
  }

  /** Traces and logs show {@code ***} in place of its value. */
  public static ArgumentOption secret() {
    return new ArgumentOption(argument -> argument.secret = true);
  }
}
