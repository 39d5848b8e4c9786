package dev.baton.mcp.internal.durable;

import dev.baton.mcp.protocol.Json;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.internal.record.RunVariables;
import dev.baton.workflow.reference.StepName;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** The step of a run that a client's call belongs to, found by the run's record alone. */
public sealed interface StepMatch {
  /** The statuses of steps that are to be done, or can be done again. */
  Set<String> OPEN = Set.of("pending", "failed", "skipped");

  /** A step of the run. */
  record Step(String name) implements StepMatch {}

  /** A call that no step makes. */
  record Extra(String tool) implements StepMatch {}

  /** The call belongs to no step, and nothing is recorded. */
  record None(String reason) implements StepMatch {}

  /** The record with the call in it. */
  default TaskChange apply(TaskRecord record, ClientCall call, RunRecords records) {
    return switch (this) {
      case Step(String name) -> records.continued(record, new StepName(name), call);
      case Extra _ -> records.extra(record, call);
      case None _ -> TaskChange.to(record);
    };
  }

  /** What the client is told of it. */
  default ObjectNode toJson() {
    var json = Json.object().put("recorded", !(this instanceof None));
    return switch (this) {
      case Step(String name) ->
          json.put("step", name).put("key", RunVariables.result(new StepName(name)));
      case Extra(String tool) -> json.put("key", RunVariables.extra(tool));
      case None(String reason) -> json.put("reason", reason);
    };
  }

  /**
   * The step that the client names; else of the open steps with that tool the one that fits best,
   * or the first; else the last that completed with it; else none, and the call is an extra.
   *
   * @param fitting the steps whose resolved arguments are those of the call, the best first
   */
  static StepMatch find(TaskRecord record, ClientCall call, List<String> fitting) {
    var tool = call.tool();
    if (call.step().isPresent()) {
      return named(record, tool, call.step().get());
    }
    var open = open(record, tool);
    return fitting.stream()
        .filter(open::contains)
        .findFirst()
        .or(() -> open.stream().findFirst())
        .or(() -> steps(record, tool, Set.of("completed")).stream().reduce((_, last) -> last))
        .<StepMatch>map(Step::new)
        .orElseGet(() -> new Extra(tool));
  }

  /** The steps with this tool that are still to be done, or can be done again. */
  static List<String> open(TaskRecord record, String tool) {
    return steps(record, tool, OPEN);
  }

  private static List<String> steps(TaskRecord record, String tool, Set<String> statuses) {
    return RunRecords.steps(record)
        .filter(step -> step.path("tool").asString("").equals(tool))
        .filter(step -> statuses.contains(step.path("status").asString("")))
        .map(step -> step.path("name").asString(""))
        .toList();
  }

  /** The step that a client names for a call of this tool. */
  static StepMatch named(TaskRecord record, String tool, String name) {
    var progress = RunRecords.progress(record);
    var step = RunRecords.step(progress, name);
    if (step.isEmpty()) {
      return new None(
          "there is no step '%s'; there are: %s"
              .formatted(
                  name,
                  String.join(
                      ", ",
                      progress
                          .path("steps")
                          .valueStream()
                          .map(entry -> entry.path("name").asString(""))
                          .toList())));
    }
    var own = step.get().path("tool").asString("");
    return own.equals(tool)
        ? new Step(name)
        : new None(
            "step '%s' calls %s, not %s".formatted(name, own.isEmpty() ? "no tool" : own, tool));
  }
}
