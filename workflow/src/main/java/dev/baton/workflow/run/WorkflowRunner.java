package dev.baton.workflow.run;

import dev.baton.workflow.SequentialWorkflow;
import java.time.Clock;

/**
 * Runs workflows, from their start or from where a run stopped. Thread safe; a run blocks its
 * thread, and interrupting the thread cancels the run.
 *
 * {@snippet file="dev/baton/workflow/run/RunExamplesTest.java" region="run"}
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
