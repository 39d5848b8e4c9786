package dev.baton.orchestrator.board;

import java.util.Optional;

/** What the newest attempt at a task is like; what is empty leaves out none. */
public record WorkFilter(Optional<String> executor, Optional<WorkState> state) {
  /** Leaves out none. */
  public static final WorkFilter ANY = new WorkFilter(Optional.empty(), Optional.empty());
}
