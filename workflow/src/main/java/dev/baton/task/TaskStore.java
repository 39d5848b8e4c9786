package dev.baton.task;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * Keeps tasks. Thread safe; every change is atomic, and two changes at the same time both happen,
 * one after the other. Records that come out share no JSON with the store.
 *
 * <p>A refusal is a {@link TaskException}, and nothing was changed. A store that fails, such as one
 * whose database is gone, throws an unchecked exception of its own, and whether the change was made
 * is in its text.
 *
 * <p>A task that is unknown, expired or another owner's is absent: the three cannot be told apart.
 *
 * {@snippet file="dev/baton/task/TaskExamplesTest.java" region="store"}
 */
public interface TaskStore {
  /**
   * Stores a new task; when this returns, every reader sees it.
   *
   * @throws TaskLimitException if the owner has as many live tasks as {@link TaskLimits} allows, or
   *     the variables are too large
   */
  TaskRecord create(NewTask task);

  Optional<TaskRecord> find(TaskOwner owner, TaskId id);

  /**
   * Replaces the task by what {@code change} makes of it. The change may be called several times,
   * once for each time that somebody else was faster; it must have no effects of its own. What it
   * throws comes out of here, and nothing is changed.
   *
   * @throws UnknownTaskException if the task is absent
   * @throws IllegalTransitionException if the status may not change so, or the task is final:
   *     nothing of such a task can be changed
   * @throws TaskLimitException if the variables became too large
   * @throws TaskConflictException if somebody else was faster too many times
   */
  default TaskRecord update(TaskOwner owner, TaskId id, UnaryOperator<TaskRecord> change) {
    return change(owner, id, task -> TaskChange.to(change.apply(task)));
  }

  /**
   * Like {@link #update}, for a change that also stores or removes results that are too large to be
   * variables. The record and the results change together, or not at all.
   */
  TaskRecord change(TaskOwner owner, TaskId id, Function<TaskRecord, TaskChange> change);

  /**
   * The same for somebody who has read the task or has changed it: a store need not read it again,
   * unless it has changed since.
   *
   * @param seen as it came out of this store
   */
  default TaskRecord change(TaskRecord seen, Function<TaskRecord, TaskChange> change) {
    return change(seen.owner(), seen.id(), change);
  }

  /** A result that a change stored whole; absent like the task itself. */
  Optional<JsonNode> findResult(TaskOwner owner, TaskId id, String name);

  /**
   * Tasks of an owner, newest first; ties by smallest id. Following {@link TaskPage#next()} shows
   * every task once that was there all the time, whatever is added meanwhile.
   *
   * @throws IllegalArgumentException if the limit is not positive
   */
  TaskPage list(TaskOwner owner, TaskCursor from, int limit);

  /**
   * Like {@link #list}, without tasks that are final.
   *
   * @throws IllegalArgumentException if the limit is not positive
   */
  TaskPage listLive(TaskOwner owner, TaskCursor from, int limit);

  /**
   * Tasks of this kind that a program holds, of any owner, in the order of {@link #list}.
   *
   * @throws IllegalArgumentException if the limit is not positive
   */
  TaskPage listHeld(TaskKind kind, TaskCursor from, int limit);

  /**
   * Shows every task of this kind that a program holds, however many there are: a restart has to
   * look after those whose program has died. A task may be changed while it is shown.
   */
  default void forEachHeld(TaskKind kind, Consumer<TaskRecord> action) {
    Optional<TaskCursor> next = Optional.of(TaskCursor.START);
    while (next.isPresent()) {
      TaskPage page = listHeld(kind, next.orElseThrow(), 100);
      page.tasks().forEach(action);
      next = page.next();
    }
  }

  /** If tasks outlive the process that made them. */
  boolean isDurable();

  /** The programs that share this store. */
  Presence presence();

  /** Removes what has expired and says what it was. */
  List<TaskId> sweep(Instant now);
}
