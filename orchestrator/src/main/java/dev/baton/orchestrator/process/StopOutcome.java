package dev.baton.orchestrator.process;

import java.util.List;

/**
 * What a stop came to.
 *
 * @param ended how many processes ended, wrappers not counted
 * @param survivors what still runs, each with pid and command line; empty if all is well
 */
public record StopOutcome(int ended, List<String> survivors) {
  public StopOutcome {
    survivors = List.copyOf(survivors);
  }

  public boolean isComplete() {
    return survivors.isEmpty();
  }
}
