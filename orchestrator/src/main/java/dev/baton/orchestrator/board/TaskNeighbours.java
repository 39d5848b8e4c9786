package dev.baton.orchestrator.board;

import java.util.List;

/**
 * The tasks around a task.
 *
 * @param blockers what it waits for, and what those wait for
 * @param waiting what waits for it, and what waits for those
 */
public record TaskNeighbours(List<Branch> blockers, List<Branch> waiting) {
  /** A task beside another one, and those behind it. */
  public record Branch(Blocker task, List<Blocker> next) {
    public Branch {
      next = List.copyOf(next);
    }
  }

  public TaskNeighbours {
    blockers = List.copyOf(blockers);
    waiting = List.copyOf(waiting);
  }
}
