package dev.baton.task;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the parts of {@link TaskStoreContract} share: a store, its clock, and short words. */
public interface TaskStoreFixture {
  JsonNodeFactory JSON = JsonNodeFactory.instance;
  TaskOwner ALICE = new TaskOwner("alice");
  TaskOwner BOB = new TaskOwner("bob");

  /** A store for one test, which knows no task yet. */
  TaskStore open(Clock clock, TaskLimits limits);

  /** The store under test, with the default limits. */
  TaskStore store();

  MovableClock clock();

  static NewTask toolCall(TaskOwner owner) {
    return NewTask.of(owner, TaskKind.TOOL_CALL, object("tool", "deploy"), TaskLimits.DEFAULT);
  }

  static NewTask workflowRun(TaskOwner owner) {
    return NewTask.of(
        owner, TaskKind.WORKFLOW_RUN, object("workflow", "release"), TaskLimits.DEFAULT);
  }

  static ObjectNode object(String field, String value) {
    return JSON.objectNode().put(field, value);
  }

  static JsonNode text(String value) {
    return JSON.stringNode(value);
  }

  /** A task of Alice in this status. */
  default TaskRecord taskThatIs(TaskStatus status) {
    TaskRecord task = store().create(toolCall(ALICE));
    return store().update(ALICE, task.id(), record -> record.becoming(status));
  }

  default TaskRecord load(TaskRecord task) {
    return store().find(task.owner(), task.id()).orElseThrow();
  }

  static List<TaskId> ids(List<TaskRecord> tasks) {
    return tasks.stream().map(TaskRecord::id).toList();
  }

  /** Every id that following the pages shows, in that order. */
  default List<TaskId> walk(TaskOwner owner, int pageSize) {
    return walk(owner, pageSize, () -> {});
  }

  default List<TaskId> walk(TaskOwner owner, int pageSize, Runnable betweenPages) {
    List<TaskId> seen = new ArrayList<>();
    Optional<TaskCursor> from = Optional.of(TaskCursor.START);
    while (from.isPresent()) {
      TaskPage page = store().list(owner, TaskCursor.parse(from.orElseThrow().encode()), pageSize);
      seen.addAll(ids(page.tasks()));
      betweenPages.run();
      from = page.next();
    }
    return seen;
  }
}
