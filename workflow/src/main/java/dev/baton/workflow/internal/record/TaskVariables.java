package dev.baton.workflow.internal.record;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The variables of a run's durable task. */
@FunctionalInterface
public interface TaskVariables {
  Optional<JsonNode> find(String name);

  /** The variables of a run without a task. */
  static TaskVariables none() {
    return name -> Optional.empty();
  }
}
