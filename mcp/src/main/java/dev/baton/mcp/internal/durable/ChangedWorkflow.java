package dev.baton.mcp.internal.durable;

import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.StepStatus;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Compares a workflow with a run that began before the workflow changed. Most changes do no harm:
 * new steps are made, removed ones are not. But if a step that was begun is gone and another is
 * new, it may be the same step under another name, and would be made twice.
 */
public final class ChangedWorkflow {
  private ChangedWorkflow() {}

  /** Why a run cannot go on; empty if it can. */
  public static Optional<String> obstacle(SequentialWorkflow workflow, TaskRecord task) {
    var recorded = RunRecords.steps(task).toList();
    var served = names(workflow.steps().stream().map(step -> step.name().value()));
    var gone =
        recorded.stream()
            .filter(step -> !isPending(step) && !served.contains(name(step)))
            .map(ChangedWorkflow::name)
            .toList();
    var known = names(recorded.stream().map(ChangedWorkflow::name));
    var fresh = served.stream().filter(name -> !known.contains(name)).toList();
    return gone.isEmpty() || fresh.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Workflow '%s' has changed since this run began: it was at %s, which the workflow has no more, and %s is new. The server does not go on, because it might do the same work twice"
                .formatted(workflow.name(), quoted(gone), quoted(fresh)));
  }

  private static Set<String> names(Stream<String> names) {
    return names.collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static boolean isPending(JsonNode step) {
    return step.path("status").asString("").equals(StepStatus.PENDING.wireName());
  }

  private static String name(JsonNode step) {
    return step.path("name").asString("");
  }

  private static String quoted(List<String> steps) {
    return (steps.size() == 1 ? "step " : "steps ")
        + String.join(" and ", steps.stream().map("'%s'"::formatted).toList());
  }
}
