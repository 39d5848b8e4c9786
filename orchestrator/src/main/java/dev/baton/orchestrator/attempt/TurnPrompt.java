package dev.baton.orchestrator.attempt;

import java.util.Optional;
import java.util.UUID;

/**
 * What an agent is asked to do, and how.
 *
 * @param variant the executor's variant; its default if empty
 * @param sessionId the session that is meant; the newest when the turn begins if empty
 * @param retriedTurn the index of the turn that it does again
 * @param resolution the conflict that it resolves, as JSON
 */
public record TurnPrompt(
    String text,
    Optional<String> variant,
    Optional<UUID> sessionId,
    Optional<Long> retriedTurn,
    Optional<String> resolution) {
  /** To whichever session is the newest. */
  public TurnPrompt(String text, Optional<String> variant) {
    this(text, variant, Optional.empty());
  }

  public TurnPrompt(String text, Optional<String> variant, Optional<UUID> sessionId) {
    this(text, variant, sessionId, Optional.empty(), Optional.empty());
  }

  /** The same as an earlier turn, or something else instead of it. */
  public TurnPrompt inPlaceOf(Turn turn) {
    return new TurnPrompt(text, variant, sessionId, Optional.of(turn.index()), turn.resolution());
  }

  /** To resolve a conflict, which is described in JSON. */
  public TurnPrompt resolving(String json) {
    return new TurnPrompt(text, variant, sessionId, retriedTurn, Optional.of(json));
  }
}
