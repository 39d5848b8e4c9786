package dev.baton.workflow.internal.run;

import dev.baton.workflow.reference.StepName;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * A step that is still to be done, as far as it is known. Secrets are hidden in all of it.
 *
 * @param tool none in a step that only reads resources or gives guidance
 * @param available if the server has the tool
 * @param arguments known values, and placeholders for the others
 * @param open the arguments that are placeholders
 * @param refused if the tool has said that the call with the known values would fail again, so that
 *     those which can be chosen are placeholders too; if none can be, the call waits until what
 *     made it fail is put right
 * @param sharesTool if another step calls the same tool, so that a call has to name its step
 * @param resources what to read for it
 * @param needsConsent if it may destroy something, and the workflow does not say that it may run
 * @param requirements what has to hold before it is made, and does not hold yet, such as {@code
 *     'status.state' is "completed"}
 */
public record RemainingCall(
    StepName step,
    Optional<String> tool,
    boolean available,
    ObjectNode arguments,
    Set<String> open,
    boolean refused,
    boolean sharesTool,
    Optional<String> guidance,
    List<String> resources,
    boolean needsConsent,
    List<String> requirements) {
  public RemainingCall {
    requirements = List.copyOf(requirements);
    open = Collections.unmodifiableSet(new LinkedHashSet<>(open));
    resources = List.copyOf(resources);
  }

  /** If nothing in the call can be chosen otherwise, so that something else has to change. */
  public boolean waitsForRepair() {
    return refused && open.isEmpty() && !arguments.isEmpty();
  }
}
