package dev.baton.orchestrator.attempt;

import java.util.Optional;
import java.util.UUID;

/**
 * What an agent is asked to do, and how.
 *
 * @param variant the executor's variant; its default if empty
 * @param sessionId the session that is meant; the newest when the turn begins if empty
 */
public record TurnPrompt(String text, Optional<String> variant, Optional<UUID> sessionId) {
  /** To whichever session is the newest. */
  public TurnPrompt(String text, Optional<String> variant) {
    this(text, variant, Optional.empty());
  }
}
