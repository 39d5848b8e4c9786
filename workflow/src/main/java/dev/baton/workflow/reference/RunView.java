package dev.baton.workflow.reference;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What a run has so far, for a {@linkplain DataSource.Computed computed} argument. */
public interface RunView {
  /** The value of a prompt argument, of the argument's type; empty if it was not given. */
  Optional<JsonNode> argument(String name);

  default Optional<JsonNode> argument(ArgName name) {
    return argument(name.value());
  }

  /** The output of a step by its binding; empty if that step has not run. */
  Optional<JsonNode> output(String binding);

  default Optional<JsonNode> output(BindingName binding) {
    return output(binding.value());
  }

  /** A variable of the run's durable task; empty if there is none. */
  Optional<JsonNode> variable(String name);
}
