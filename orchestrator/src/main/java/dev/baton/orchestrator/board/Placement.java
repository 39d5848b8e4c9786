package dev.baton.orchestrator.board;

import java.util.UUID;

/** The place in a column that a task is to get. */
public sealed interface Placement {
  /** Before all others. */
  record Top() implements Placement {}

  /** After all others. */
  record Bottom() implements Placement {}

  /** Just above another task. */
  record Before(UUID taskId) implements Placement {}

  /** Just below another task. */
  record After(UUID taskId) implements Placement {}

  /** Where a task stood before, or as near as can be. */
  record Near(PositionKey key) implements Placement {}
}
