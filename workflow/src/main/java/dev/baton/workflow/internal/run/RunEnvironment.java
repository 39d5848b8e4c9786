package dev.baton.workflow.internal.run;

import dev.baton.workflow.internal.record.RunRecorder;
import dev.baton.workflow.internal.record.TaskVariables;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The surroundings of a run: its server, recorder, variables and limits.
 *
 * @param timeBudget how long it may take; empty for what the workflow says
 * @param cancelled asked between steps; a step under way is interrupted by its thread
 */
public record RunEnvironment(
    WorkflowHost host,
    RunRecorder recorder,
    TaskVariables variables,
    RunProgress progress,
    Optional<Duration> timeBudget,
    BooleanSupplier cancelled) {
  /** A run that is not recorded, tells nobody how far it is, and ends by itself. */
  public static RunEnvironment of(WorkflowHost host) {
    return new RunEnvironment(
        host,
        RunRecorder.none(),
        TaskVariables.none(),
        RunProgress.ignored(),
        Optional.empty(),
        () -> false);
  }

  public RunEnvironment withRecorder(RunRecorder keeper) {
    return new RunEnvironment(host, keeper, variables, progress, timeBudget, cancelled);
  }

  public RunEnvironment withVariables(TaskVariables source) {
    return new RunEnvironment(host, recorder, source, progress, timeBudget, cancelled);
  }

  public RunEnvironment withProgress(RunProgress listener) {
    return new RunEnvironment(host, recorder, variables, listener, timeBudget, cancelled);
  }

  public RunEnvironment withTimeBudget(Duration budget) {
    return new RunEnvironment(host, recorder, variables, progress, Optional.of(budget), cancelled);
  }

  public RunEnvironment withCancellation(BooleanSupplier signal) {
    return new RunEnvironment(host, recorder, variables, progress, timeBudget, signal);
  }
}
