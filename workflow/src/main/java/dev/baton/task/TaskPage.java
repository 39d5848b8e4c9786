package dev.baton.task;

import java.util.List;
import java.util.Optional;

/**
 * A part of the list of an owner's tasks. Immutable, thread safe.
 *
 * @param next where the next page starts; empty if this is the last one
 */
public record TaskPage(List<TaskRecord> tasks, Optional<TaskCursor> next) {
  public TaskPage {
    tasks = List.copyOf(tasks);
  }

  /**
   * Refuses a size that no page can have.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public static void requireSize(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("A page holds at least 1 task, got limit " + limit);
    }
  }

  /**
   * The page of this size at the head of the list, with a next one if the list is longer: a store
   * reads one task more than it was asked for.
   */
  public static TaskPage of(List<TaskRecord> head, int limit) {
    if (head.size() <= limit) {
      return new TaskPage(head, Optional.empty());
    }
    return new TaskPage(head.subList(0, limit), Optional.of(TaskCursor.after(head.get(limit - 1))));
  }
}
