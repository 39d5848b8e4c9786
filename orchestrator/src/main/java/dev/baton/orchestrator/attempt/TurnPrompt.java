package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.agent.model.ModelChoice;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The prompt of a turn: what the agent is asked to do, and how.
 *
 * @param variant the executor's variant; its default if empty
 * @param sessionId the session that is meant; the newest when the turn begins if empty
 * @param retriedTurn the index of the turn that it does again
 * @param resolution the conflict that it resolves, as JSON
 * @param choice the model and effort that are asked for
 * @param images what the agent is shown, in this order
 * @param overBudget whether it begins although a budget is used up
 */
public record TurnPrompt(
    String text,
    Optional<String> variant,
    Optional<UUID> sessionId,
    Optional<Long> retriedTurn,
    Optional<String> resolution,
    ModelChoice choice,
    List<UUID> images,
    boolean overBudget) {
  public TurnPrompt {
    images = List.copyOf(images);
  }

  /** To whichever session is the newest. */
  public TurnPrompt(String text, Optional<String> variant) {
    this(text, variant, Optional.empty());
  }

  public TurnPrompt(String text, Optional<String> variant, Optional<UUID> sessionId) {
    this(
        text,
        variant,
        sessionId,
        Optional.empty(),
        Optional.empty(),
        ModelChoice.NONE,
        List.of(),
        false);
  }

  /** The same as an earlier turn, or something else instead of it. */
  public TurnPrompt inPlaceOf(Turn turn) {
    return new TurnPrompt(
        text,
        variant,
        sessionId,
        Optional.of(turn.index()),
        turn.resolution(),
        choice.or(turn.choice()),
        images,
        overBudget);
  }

  /** To resolve a conflict, which is described in JSON. */
  public TurnPrompt resolving(String json) {
    return new TurnPrompt(
        text, variant, sessionId, retriedTurn, Optional.of(json), choice, images, overBudget);
  }

  /** With this model and effort. */
  public TurnPrompt with(ModelChoice value) {
    return new TurnPrompt(
        text, variant, sessionId, retriedTurn, resolution, value, images, overBudget);
  }

  /** With these images. */
  public TurnPrompt showing(List<UUID> values) {
    return new TurnPrompt(
        text, variant, sessionId, retriedTurn, resolution, choice, values, overBudget);
  }

  /** To begin although a budget is used up, if that is so. */
  public TurnPrompt pastBudget(boolean value) {
    return new TurnPrompt(text, variant, sessionId, retriedTurn, resolution, choice, images, value);
  }
}
