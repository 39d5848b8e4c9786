package dev.baton.workflow;

import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.OptionalSource;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.Source;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;

/**
 * Defines a workflow. Not thread safe; what it builds is immutable.
 *
 * {@snippet file="dev/baton/workflow/LogseqExampleTest.java" region="workflow"}
 */
public final class WorkflowBuilder {
  private static final Comparator<WorkflowProblem> BY_STEP =
      Comparator.comparingInt(problem -> stepIndex(problem.place()));

  private final String name;
  private final List<WorkflowArgument> arguments = new ArrayList<>();
  private final List<ResourceHandle> instructions = new ArrayList<>();
  private final List<StepDraft> steps = new ArrayList<>();
  private Optional<String> title = Optional.empty();
  private Optional<String> description = Optional.empty();
  private ErrorStrategy errorStrategy = ErrorStrategy.failFast();
  private boolean durable;
  private TraceForm traceForm = TraceForm.AUTO;
  private Duration timeBudget = SequentialWorkflow.DEFAULT_TIME_BUDGET;
  private Set<ServedAs> servedAs = EnumSet.allOf(ServedAs.class);

  WorkflowBuilder(String name) {
    this.name = name;
  }

  /** What people are shown in place of the name. */
  public WorkflowBuilder withTitle(String text) {
    title = Optional.of(text);
    return this;
  }

  /** What it does, as a sentence that goes on after "I want to". */
  public WorkflowBuilder describedAs(String text) {
    description = Optional.of(text);
    return this;
  }

  /** A prompt argument: a required string, if no option says otherwise. */
  public WorkflowBuilder promptArg(String argument, ArgumentOption... options) {
    return promptArg(new ArgName(argument), options);
  }

  public WorkflowBuilder promptArg(ArgName argument, ArgumentOption... options) {
    arguments.add(new ArgumentDraft(argument, options).toArgument());
    return this;
  }

  /** The same with what people are told about it. */
  public WorkflowBuilder promptArg(String argument, String description, ArgumentOption... options) {
    return promptArg(new ArgName(argument), description, options);
  }

  public WorkflowBuilder promptArg(
      ArgName argument, String description, ArgumentOption... options) {
    var draft = new ArgumentDraft(argument, options);
    draft.description = description;
    arguments.add(draft.toArgument());
    return this;
  }

  /** A required prompt argument with a Java type, for typed steps. */
  public <V> Source<V> argument(String argument, Class<V> type, ArgumentOption... options) {
    return argument(new ArgName(argument), type, options);
  }

  public <V> Source<V> argument(ArgName argument, Class<V> type, ArgumentOption... options) {
    var draft = new ArgumentDraft(argument, options).typed(type);
    arguments.add(draft.toArgument());
    return new Source<>(draft.source());
  }

  /** A prompt argument with a Java type that may be left out, for typed steps. */
  public <V> OptionalSource<V> optionalArgument(
      String argument, Class<V> type, ArgumentOption... options) {
    return optionalArgument(new ArgName(argument), type, options);
  }

  public <V> OptionalSource<V> optionalArgument(
      ArgName argument, Class<V> type, ArgumentOption... options) {
    var draft = new ArgumentDraft(argument, options).typed(type).optional();
    arguments.add(draft.toArgument());
    return new OptionalSource<>(draft.source());
  }

  /** Resources that every run begins with; their URIs are templates. */
  public WorkflowBuilder instructions(ResourceHandle... resources) {
    instructions.addAll(List.of(resources));
    return this;
  }

  /** A step that calls a tool. */
  public WorkflowBuilder step(String step, ToolHandle<?, ?> tool, StepOption... options) {
    return step(new StepName(step), tool, options);
  }

  public WorkflowBuilder step(StepName step, ToolHandle<?, ?> tool, StepOption... options) {
    steps.add(StepDraft.calling(step, tool).with(options));
    return this;
  }

  /** A step that calls nothing: it embeds resources or gives guidance. */
  public WorkflowBuilder step(String step, StepOption... options) {
    return step(new StepName(step), options);
  }

  public WorkflowBuilder step(StepName step, StepOption... options) {
    steps.add(StepDraft.withoutTool(step).with(options));
    return this;
  }

  /** A step whose data flow the compiler checks against the tool's records. */
  public <I, O> TypedStep<I, O> call(String step, ToolHandle<I, O> tool) {
    return call(new StepName(step), tool);
  }

  public <I, O> TypedStep<I, O> call(StepName step, ToolHandle<I, O> tool) {
    var draft = StepDraft.calling(step, tool);
    steps.add(draft);
    return new TypedStep<>(draft);
  }

  /** What has to hold before the step that was added last; else the run pauses before it. */
  public WorkflowBuilder require(Requirement... requirements) {
    if (steps.isEmpty()) {
      throw new IllegalStateException(
          "require(...) is about the step before it, and there is none; call step(...) first");
    }
    steps.get(steps.size() - 1).requirements.addAll(List.of(requirements));
    return this;
  }

  /** What a run does when a step fails; without it, it stops. */
  public WorkflowBuilder withErrorStrategy(ErrorStrategy strategy) {
    errorStrategy = strategy;
    return this;
  }

  /** Puts a task behind each run that outlives the connection. */
  public WorkflowBuilder durable() {
    durable = true;
    return this;
  }

  /** How its runs are told; without it, by what is known of the client. */
  public WorkflowBuilder withTrace(TraceForm form) {
    traceForm = form;
    return this;
  }

  /** How long a run may take within one request. */
  public WorkflowBuilder withTimeBudget(Duration limit) {
    timeBudget = limit;
    return this;
  }

  /** The only ways in which clients meet it; without this, all. */
  public WorkflowBuilder servedAs(ServedAs... ways) {
    servedAs = Set.of(ways);
    return this;
  }

  /**
   * The workflow, checked.
   *
   * @throws InvalidWorkflowException with every problem of the definition
   */
  public SequentialWorkflow build() {
    var workflow = draft();
    var problems =
        Stream.concat(draftProblems(workflow), WorkflowCheck.definition(workflow).stream())
            .sorted(BY_STEP)
            .toList();
    if (problems.isEmpty()) {
      return workflow;
    }
    throw new InvalidWorkflowException(problems);
  }

  /** The workflow as it stands, unchecked; check it with {@link WorkflowCheck}. */
  public SequentialWorkflow draft() {
    return new SequentialWorkflow(
        name,
        title,
        description.orElseGet(() -> "run the workflow " + name),
        arguments,
        instructions,
        steps.stream().map(StepDraft::toStep).toList(),
        errorStrategy,
        durable,
        traceForm,
        timeBudget,
        servedAs);
  }

  private Stream<WorkflowProblem> draftProblems(SequentialWorkflow workflow) {
    return IntStream.range(0, steps.size())
        .boxed()
        .flatMap(index -> steps.get(index).problems(Spot.ofStep(workflow, index)));
  }

  private static int stepIndex(JsonPointer place) {
    return place.matchesProperty("steps") && !place.tail().matches()
        ? place.tail().getMatchingIndex()
        : -1;
  }
}
