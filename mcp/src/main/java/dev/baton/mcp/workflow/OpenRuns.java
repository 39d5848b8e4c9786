package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the run that a caller means: the one that is named, or else the only one that is open. */
final class OpenRuns {
  private static final int MOST_LISTED = 50;

  /** A part of a task id. */
  private static final Pattern PART = Pattern.compile("[0-9a-fA-F-]{1,35}");

  private final WorkflowRegistry registry;

  OpenRuns(WorkflowRegistry registry) {
    this.registry = registry;
  }

  /** The same run, if it has not ended. */
  static TaskRecord requireOpen(TaskRecord task) {
    if (task.status().isFinal()) {
      throw alreadyDone(task);
    }
    return task;
  }

  static ToolFailure alreadyDone(TaskRecord task) {
    return new ToolFailure(
        FailureCode.ALREADY_DONE,
        "The run of task %s is %s".formatted(task.id(), task.status().wireName()),
        "Call %s with task_id to see it, or begin a new run of %s"
            .formatted(RunTools.STATUS, RunRecords.workflow(task)));
  }

  /** The run with this task id, or a part of it; recovered if its process has died. */
  TaskRecord recover(String id, RequestContext context) {
    return Optional.of(id)
        .filter(text -> !text.isBlank())
        .flatMap(
            text ->
                registry
                    .runs()
                    .recover(context.owner(), new TaskId(text))
                    .or(() -> recoverByPart(text, context)))
        .orElseThrow(
            () ->
                new ToolFailure(
                    FailureCode.NOT_FOUND,
                    "There is no workflow run with task id '%s'".formatted(id),
                    "Call %s without task_id to see which run is open".formatted(RunTools.STATUS)));
  }

  /** The run whose id begins or ends with this part, because people do not type whole ids. */
  private Optional<TaskRecord> recoverByPart(String part, RequestContext context) {
    if (!PART.matcher(part).matches()) {
      return Optional.empty();
    }
    var lower = part.toLowerCase(Locale.ROOT);
    var meant =
        registry.runs().list(context.owner()).stream()
            .filter(run -> run.id().value().startsWith(lower) || run.id().value().endsWith(lower))
            .toList();
    if (meant.size() > 1) {
      throw ambiguous("'%s' can mean %d workflow runs".formatted(part, meant.size()), meant);
    }
    return meant.stream().findFirst().map(registry.runs()::recover);
  }

  private ToolFailure ambiguous(String message, List<TaskRecord> runs) {
    return new ToolFailure(
        FailureCode.AMBIGUOUS_TARGET,
        message,
        "Call again with task_id, one of those in details.runs",
        Map.of("runs", runs.stream().limit(MOST_LISTED).map(this::summary).toList()));
  }

  /** The only run that is open; recovered if its process has died. */
  TaskRecord recoverOnly(RequestContext context) {
    var open = registry.runs().listOpen(context.owner());
    if (open.isEmpty()) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "No workflow run is open",
          "Begin one with a prompt or a run_ tool, or pass task_id for one that has ended");
    }
    if (open.size() > 1) {
      throw ambiguous("%d workflow runs are open".formatted(open.size()), open);
    }
    return recover(open.getFirst().id().value(), context);
  }

  private Map<String, Object> summary(TaskRecord task) {
    var summary = new LinkedHashMap<String, Object>();
    summary.put("task_id", task.id().value());
    summary.put("workflow", RunRecords.workflow(task));
    summary.put(
        "age_seconds",
        Duration.between(task.createdAt(), registry.inside().clock().instant()).toSeconds());
    return summary;
  }
}
