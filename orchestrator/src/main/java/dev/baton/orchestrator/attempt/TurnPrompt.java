package dev.baton.orchestrator.attempt;

import java.util.Optional;
import java.util.UUID;

/**
 * What an agent is asked to do, and how.
 *
 * @param variant the executor's variant; its default if empty
 * @param sessionId the conversation to go on with; empty means the attempt's latest
 */
public record TurnPrompt(String text, Optional<String> variant, Optional<UUID> sessionId) {
  /** A prompt to the attempt's latest conversation. */
  public TurnPrompt(String text, Optional<String> variant) {
    this(text, variant, Optional.empty());
  }
}
