package dev.baton.workflow.internal.run;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.ArgumentTemplates;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.TextTemplate;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs workflows, from their start or from where a run stopped. Thread safe; a run blocks its
 * thread, and interrupting the thread cancels the run.
 *
 * {@snippet file="dev/baton/workflow/internal/run/RunExamplesTest.java" region="run"}
 */
public final class WorkflowRunner {
  private final Clock clock;
  private final Sleeper sleeper;
  private final Preflight preflight = new Preflight(new ToolSchemas());

  public WorkflowRunner(Clock clock, Sleeper sleeper) {
    this.clock = clock;
    this.sleeper = sleeper;
  }

  /**
   * Runs every open step that can run, in their order, and stops at the first that cannot; nothing
   * that completed is repeated. A step that failed is tried again, unless nobody knows whether it
   * took effect: then, and if it is destructive, it runs only if the inputs name it. What they
   * supply stays with the run until its step has completed.
   */
  public RunOutcome run(
      SequentialWorkflow workflow, RunState state, RunInputs inputs, RunEnvironment environment) {
    return new WorkflowRun(workflow, state, inputs, environment, this).run();
  }

  /** Says where a run stands and what is left of it, and does nothing. */
  public RunOutcome describe(
      SequentialWorkflow workflow, RunState state, RunEnvironment environment) {
    return new WorkflowRun(workflow, state, RunInputs.none(), environment, this).outcome();
  }

  /**
   * The open steps that are made by a call of this tool with these arguments: first those that make
   * the same call, then those that make it as far as their arguments are known.
   */
  public List<StepName> stepsMadeBy(
      SequentialWorkflow workflow,
      RunState state,
      RunEnvironment environment,
      String tool,
      ObjectNode call)
      throws InterruptedException {
    return new WorkflowRun(workflow, state, RunInputs.none(), environment, this)
        .stepsMadeBy(tool, call);
  }

  /**
   * False if a constant shows that the step does not make this call; it needs no state, and so
   * costs little.
   *
   * @param arguments the prompt arguments that were given
   */
  public static boolean mayMake(WorkflowStep step, ObjectNode arguments, ObjectNode call) {
    var templates = new ArgumentTemplates(arguments, name -> Optional.empty());
    return step.arguments().entrySet().stream()
        .allMatch(
            entry ->
                !(entry.getValue() instanceof DataSource.Constant constant)
                    || mayReadOutput(constant, arguments)
                    || templates
                        .constant(constant.value())
                        .filter(value -> !RunJson.isSame(value, call.path(entry.getKey().value())))
                        .isEmpty());
  }

  private static boolean mayReadOutput(DataSource.Constant constant, ObjectNode arguments) {
    return TextTemplate.variablesIn(constant.value()).stream()
        .anyMatch(name -> name.contains(".") && !arguments.has(name));
  }

  Clock clock() {
    return clock;
  }

  Sleeper sleeper() {
    return sleeper;
  }

  Preflight preflight() {
    return preflight;
  }
}
