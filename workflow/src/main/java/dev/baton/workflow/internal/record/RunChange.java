package dev.baton.workflow.internal.record;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.StepName;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Something that happened in a run, with the run as it is now.
 *
 * @param step the step that it happened to; of a pause, the one that the run stopped at, and of the
 *     end, the last
 * @param changed the steps whose records are new since the last change that was kept
 * @param supplied the steps that a client has supplied something for since then
 */
public record RunChange(
    Kind kind,
    StepName step,
    Set<StepName> changed,
    Set<StepName> supplied,
    SequentialWorkflow workflow,
    RunState state) {
  /** What happens in a run. */
  public enum Kind {
    /** The step's call is about to be made. */
    STEP_STARTS,
    STEP_ENDED,
    PAUSED,
    COMPLETED
  }

  public RunChange {
    changed = Collections.unmodifiableSet(new LinkedHashSet<>(changed));
    supplied = Collections.unmodifiableSet(new LinkedHashSet<>(supplied));
  }

  /** The same, with the steps of an earlier change of the run that was not kept. */
  public RunChange including(RunChange earlier) {
    var allChanged = new LinkedHashSet<>(earlier.changed);
    allChanged.addAll(changed);
    var allSupplied = new LinkedHashSet<>(earlier.supplied);
    allSupplied.addAll(supplied);
    return new RunChange(kind, step, allChanged, allSupplied, workflow, state);
  }

  /** The variables to write; those whose value is null are to be removed. */
  public Map<String, JsonNode> variables() {
    return RunVariables.of(workflow, state, changed, supplied);
  }
}
