package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.StepName;
import dev.baton.workflow.run.RunVariables;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which step of a run a call belongs to, by the run's record alone. */
sealed interface StepMatch {
  /** What is still to be done, or can be done again. */
  Set<String> OPEN = Set.of("pending", "failed", "skipped");

  /** The record with the call in it. */
  TaskChange apply(TaskRecord record, ClientCall call, RunRecords records);

  /** What the client is told of it. */
  ObjectNode toJson();

  /**
   * The step that the client names; else the first open step with that tool; else the last that
   * completed with it; else none, and the call is an extra.
   */
  static StepMatch find(TaskRecord record, Continuation.Note note) {
    var progress = RunRecords.progress(record);
    var tool = note.tool();
    if (note.step().isPresent()) {
      return named(progress, tool, note.step().get());
    }
    var steps =
        progress
            .path("steps")
            .valueStream()
            .filter(step -> step.path("tool").asString("").equals(tool))
            .toList();
    return steps.stream()
        .filter(step -> OPEN.contains(step.path("status").asString("")))
        .findFirst()
        .or(() -> lastCompleted(steps))
        .<StepMatch>map(step -> new Step(step.path("name").asString("")))
        .orElseGet(() -> new Extra(tool));
  }

  private static Optional<JsonNode> lastCompleted(List<JsonNode> steps) {
    return steps.stream()
        .filter(step -> step.path("status").asString("").equals("completed"))
        .reduce((_, last) -> last);
  }

  private static StepMatch named(ObjectNode progress, String tool, String name) {
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

  /** A step of the run. */
  record Step(String name) implements StepMatch {
    @Override
    public TaskChange apply(TaskRecord record, ClientCall call, RunRecords records) {
      return records.continued(record, new StepName(name), call);
    }

    @Override
    public ObjectNode toJson() {
      return Json.object()
          .put("recorded", true)
          .put("step", name)
          .put("key", RunVariables.result(new StepName(name)));
    }
  }

  /** A call that no step makes. */
  record Extra(String tool) implements StepMatch {
    @Override
    public TaskChange apply(TaskRecord record, ClientCall call, RunRecords records) {
      return records.extra(record, call);
    }

    @Override
    public ObjectNode toJson() {
      return Json.object().put("recorded", true).put("key", RunVariables.extra(tool));
    }
  }

  /** Nothing to be recorded. */
  record None(String reason) implements StepMatch {
    @Override
    public TaskChange apply(TaskRecord record, ClientCall call, RunRecords records) {
      return TaskChange.to(record);
    }

    @Override
    public ObjectNode toJson() {
      return Json.object().put("recorded", false).put("reason", reason);
    }
  }
}
