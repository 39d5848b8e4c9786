package dev.baton.orchestrator.attempt;

import java.util.Optional;

/**
 * Actions that an agent was refused in a turn.
 *
 * @param last the last of it, in a sentence for people
 */
public record Denials(int count, Optional<String> last) {
  public static final Denials NONE = new Denials(0, Optional.empty());
}
