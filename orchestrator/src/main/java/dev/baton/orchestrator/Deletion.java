package dev.baton.orchestrator;

import java.util.List;

/**
 * What a deletion left behind.
 *
 * @param keptRefs names under {@code refs/baton/} that keep work which was not merged
 */
public record Deletion(List<String> keptRefs) {
  public Deletion {
    keptRefs = List.copyOf(keptRefs);
  }
}
