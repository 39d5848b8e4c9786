package dev.baton.workflow.internal.run;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.FieldPath;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.RunView;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes workflows for tests, unchecked. Not thread safe. */
public final class Flow {
  private static final JsonMapper JSON = new JsonMapper();

  private final String name;
  private final String description;
  private final List<WorkflowArgument> arguments = new ArrayList<>();
  private final List<ResourceHandle> instructions = new ArrayList<>();
  private final List<WorkflowStep> steps = new ArrayList<>();
  private ErrorStrategy errors = ErrorStrategy.failFast();

  private Flow(String name, String description) {
    this.name = name;
    this.description = description;
  }

  public static Flow named(String name, String description) {
    return new Flow(name, description);
  }

  public Flow required(String argument, String about) {
    return argument(argument, about, true, ArgumentType.STRING, List.of(), false);
  }

  public Flow optional(String argument, ArgumentType type) {
    return argument(argument, "", false, type, List.of(), false);
  }

  public Flow secret(String argument, ArgumentType type) {
    return argument(argument, "A secret", true, type, List.of(), true);
  }

  public Flow oneOf(String argument, ArgumentType type, String... values) {
    return argument(argument, "One of some", true, type, List.of(values), false);
  }

  private Flow argument(
      String argument,
      String about,
      boolean required,
      ArgumentType type,
      List<String> values,
      boolean secret) {
    arguments.add(
        new WorkflowArgument(
            new ArgName(argument), about, required, type, values, Optional.empty(), secret));
    return this;
  }

  public Flow instruction(String uri) {
    instructions.add(ResourceHandle.of(uri));
    return this;
  }

  public Flow onError(ErrorStrategy strategy) {
    errors = strategy;
    return this;
  }

  /** A step with a tool. */
  public Flow step(String step, String tool, Consumer<Step> parts) {
    return add(step, Optional.of(ToolHandle.named(tool)), parts);
  }

  /** A step without a tool. */
  public Flow step(String step, Consumer<Step> parts) {
    return add(step, Optional.empty(), parts);
  }

  private Flow add(String step, Optional<ToolHandle<?, ?>> tool, Consumer<Step> parts) {
    var made = new Step(step);
    parts.accept(made);
    steps.add(made.build(tool));
    return this;
  }

  public SequentialWorkflow build() {
    return new SequentialWorkflow(
        name,
        Optional.empty(),
        description,
        arguments,
        instructions,
        steps,
        errors,
        false,
        TraceForm.AUTO,
        Duration.ofSeconds(40),
        EnumSet.allOf(SequentialWorkflow.ServedAs.class));
  }

  public static DataSource fromArg(String argument) {
    return new DataSource.PromptArgument(new ArgName(argument));
  }

  public static DataSource fromStep(String binding) {
    return new DataSource.StepOutput(new BindingName(binding), Optional.empty());
  }

  public static DataSource fromStep(String binding, String field) {
    return new DataSource.StepOutput(new BindingName(binding), Optional.of(new FieldPath(field)));
  }

  public static DataSource constant(Object value) {
    return new DataSource.Constant(JSON.valueToTree(value));
  }

  public static DataSource computed(Function<RunView, ?> function) {
    return new DataSource.Computed(function);
  }

  public static DataSource fromResource(String uri) {
    return new DataSource.ResourceContent(ResourceHandle.of(uri));
  }

  public static DataSource fromVariable(String variable) {
    return new DataSource.TaskVariable(variable);
  }

  /** JSON with single quotes for double ones. */
  public static ObjectNode json(String text) {
    return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
  }

  /** The same, with a character that stands for a single quote. */
  public static ObjectNode json(String text, char quote) {
    return (ObjectNode) JSON.readTree(text.replace('\'', '"').replace(quote, '\''));
  }

  /** The parts of a step. Not thread safe. */
  public static final class Step {
    private final String name;
    private final Map<ArgName, DataSource> arguments = new LinkedHashMap<>();
    private Optional<String> binding = Optional.empty();
    private Optional<TextTemplate> guidance = Optional.empty();
    private final List<ResourceHandle> resources = new ArrayList<>();
    private Optional<UnaryOperator<JsonNode>> transform = Optional.empty();
    private Optional<Duration> timeout = Optional.empty();
    private boolean retryable;
    private boolean autoRun;
    private final List<Requirement> requirements = new ArrayList<>();

    private Step(String name) {
      this.name = name;
    }

    public Step arg(String argument, DataSource source) {
      arguments.put(new ArgName(argument), source);
      return this;
    }

    public Step bind(String output) {
      binding = Optional.of(output);
      return this;
    }

    public Step guidance(String text) {
      guidance = Optional.of(new TextTemplate(text));
      return this;
    }

    public Step resource(String uri) {
      resources.add(ResourceHandle.of(uri));
      return this;
    }

    public Step transform(UnaryOperator<JsonNode> function) {
      transform = Optional.of(function);
      return this;
    }

    public Step timeout(Duration time) {
      timeout = Optional.of(time);
      return this;
    }

    public Step retryable() {
      retryable = true;
      return this;
    }

    public Step require(Requirement... wanted) {
      requirements.addAll(List.of(wanted));
      return this;
    }

    public Step autoRun() {
      autoRun = true;
      return this;
    }

    private WorkflowStep build(Optional<ToolHandle<?, ?>> tool) {
      return new WorkflowStep(
          new StepName(name),
          tool,
          arguments,
          new BindingName(binding.orElse(name)),
          guidance,
          resources,
          transform,
          timeout,
          retryable,
          autoRun,
          requirements);
    }
  }
}
