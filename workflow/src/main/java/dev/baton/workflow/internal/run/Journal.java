package dev.baton.workflow.internal.run;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunChange;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunRecorder;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.StepRecord;
import dev.baton.workflow.reference.StepName;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the state of a run and writes each change into its record; a failed write does not stop the
 * run. Used by one thread at a time.
 */
final class Journal {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final SequentialWorkflow workflow;
  private final RunRecorder recorder;
  private final Secrets secrets;
  private final Set<StepName> unkept = new LinkedHashSet<>();
  private final Set<StepName> supplied = new LinkedHashSet<>();
  private Optional<String> problem = Optional.empty();
  private RunState state;

  Journal(SequentialWorkflow workflow, RunState state, RunRecorder recorder, Secrets secrets) {
    this.workflow = workflow;
    this.state = state;
    this.recorder = recorder;
    this.secrets = secrets;
  }

  RunState state() {
    return state;
  }

  StepRecord step(StepName name) {
    return state.step(name);
  }

  /** The run is not paused any more, and a client has supplied this for it. */
  void goOn(RunInputs inputs) {
    state = state.goingOn().supplied(inputs);
    supplied.addAll(inputs.steps().keySet());
  }

  /** The step's call is about to be made. */
  void starts(StepName name, StepRecord step) {
    changes(name, step);
    record(RunChange.Kind.STEP_STARTS, name);
  }

  void ends(StepName name, StepRecord step) {
    changes(name, step);
    record(RunChange.Kind.STEP_ENDED, name);
  }

  /** The step's record is new, and is kept with the next change. */
  void changes(StepName name, StepRecord step) {
    state = state.with(name, step);
    unkept.add(name);
  }

  void pauses(PauseReason reason) {
    state = state.paused(reason);
    record(RunChange.Kind.PAUSED, reason.step());
  }

  void completes() {
    var last = workflow.steps().get(workflow.steps().size() - 1);
    record(RunChange.Kind.COMPLETED, last.name());
  }

  /** Why the record is not complete; empty if it is. */
  Optional<String> problem() {
    return problem;
  }

  private void record(RunChange.Kind kind, StepName step) {
    try {
      recorder.record(new RunChange(kind, step, unkept, supplied, workflow, state));
      // why: this change had in it all that failed before, so nothing is missing now
      unkept.clear();
      supplied.clear();
      problem = Optional.empty();
    } catch (RuntimeException e) {
      var text =
          "%s could not be recorded: %s".formatted(what(kind, step), secrets.hide(Reason.of(e)));
      LOG.warn("Workflow {} runs on, not durably: {}", workflow.name(), text);
      problem = problem.or(() -> Optional.of(text));
    }
  }

  private static String what(RunChange.Kind kind, StepName step) {
    return switch (kind) {
      case STEP_STARTS -> "The start of step '%s'".formatted(step);
      case STEP_ENDED -> "The result of step '%s'".formatted(step);
      case PAUSED -> "The pause at step '%s'".formatted(step);
      case COMPLETED -> "The end of the run after step '%s'".formatted(step);
    };
  }
}
