package dev.baton.task;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Keeps tasks. Thread safe; every change is atomic, and two changes at the same time both happen,
 * one after the other. Records that come out share no JSON with the store.
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
  TaskRecord update(TaskOwner owner, TaskId id, UnaryOperator<TaskRecord> change);

  /**
   * Tasks of an owner, newest first; ties by smallest id. Following {@link TaskPage#next()} shows
   * every task once that was there all the time, whatever is added meanwhile.
   *
   * @throws IllegalArgumentException if the limit is not positive
   */
  TaskPage list(TaskOwner owner, TaskCursor from, int limit);

  /**
   * Every task of this kind that is neither final nor expired, of any owner, in the order of {@link
   * #list}: what a restart has to look after.
   */
  List<TaskRecord> listLive(TaskKind kind);

  /** Removes what has expired and returns it, in the order of {@link #list}. */
  List<TaskRecord> sweep(Instant now);
}
