package dev.baton.orchestrator.turn;

import java.util.List;

/**
 * What became of the programs of an attempt that was stopped.
 *
 * @param stopped how many execution processes were ended, whatever they had started
 * @param survivors what could not be ended, in words
 */
public record StopReport(int stopped, List<String> survivors) {
  public StopReport {
    survivors = List.copyOf(survivors);
  }
}
