package dev.baton.workflow.run;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.StepName;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records a run, and goes on if that fails. Used by one thread at a time. */
final class Recording {
  private static final Logger LOG = LoggerFactory.getLogger(Recording.class);

  private final SequentialWorkflow workflow;
  private final RunRecorder recorder;
  private final Secrets secrets;
  private final Set<StepName> unkept = new LinkedHashSet<>();
  private Optional<String> problem = Optional.empty();

  Recording(SequentialWorkflow workflow, RunRecorder recorder, Secrets secrets) {
    this.workflow = workflow;
    this.recorder = recorder;
    this.secrets = secrets;
  }

  /** The record of this step is new, and is kept with the next change. */
  void changed(StepName step) {
    unkept.add(step);
  }

  void record(RunChange.Kind kind, StepName step, RunState state) {
    try {
      recorder.record(new RunChange(kind, step, unkept, workflow, state));
      // why: this change had in it all that failed before, so nothing is missing now
      unkept.clear();
      problem = Optional.empty();
    } catch (RuntimeException e) {
      var text =
          secrets.hide("%s could not be recorded: %s".formatted(what(kind, step), Reason.of(e)));
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

  /** Why the record is not complete; empty if it is. */
  Optional<String> problem() {
    return problem;
  }
}
