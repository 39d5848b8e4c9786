package dev.baton.orchestrator.agent.model;

import java.util.Optional;

/**
 * The model that a turn runs with, and how hard that model thinks.
 *
 * @param model the agent's own name of it; whoever comes next decides if it is empty
 * @param effort likewise
 */
public record ModelChoice(Optional<String> model, Optional<String> effort) {
  /** Nothing is asked for. */
  public static final ModelChoice NONE = new ModelChoice(Optional.empty(), Optional.empty());

  public static ModelChoice ofModel(String model) {
    return new ModelChoice(Optional.of(model), Optional.empty());
  }

  /** What this leaves open is taken from the other. */
  public ModelChoice or(ModelChoice other) {
    return new ModelChoice(model.or(other::model), effort.or(other::effort));
  }

  public boolean isNone() {
    return equals(NONE);
  }
}
