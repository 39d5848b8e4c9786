package dev.baton.orchestrator.cost;

import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.attempt.TokenUsage;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The tokens and dollars that some turns of agents used.
 *
 * @param turns how many
 * @param silent how many of them did not say what they cost, so that the sum is a lower bound
 * @param uncounted how many of them did not say their tokens, so that those are a lower bound
 * @param usage empty if none of them said anything
 */
public record Cost(long turns, long silent, long uncounted, Optional<TokenUsage> usage) {
  public static final Cost NONE = new Cost(0, 0, 0, Optional.empty());

  /** Empty if no agent said its tokens, or none ran. */
  public Optional<TokenCount> tokens() {
    return usage.flatMap(TokenUsage::tokens);
  }

  /** Empty if no agent said what it cost, or none ran. */
  public Optional<BigDecimal> usd() {
    return usage.flatMap(TokenUsage::costUsd);
  }

  /** The same, but nothing if no agent ran. */
  public Optional<BigDecimal> spent() {
    return turns == 0 ? Optional.of(BigDecimal.ZERO) : usd();
  }

  public BigDecimal atLeast() {
    return usd().orElse(BigDecimal.ZERO);
  }

  /** Whether all of them said their tokens. */
  public boolean isCounted() {
    return uncounted == 0;
  }

  /** Whether all of them said what they cost. */
  public boolean isKnown() {
    return silent == 0;
  }
}
