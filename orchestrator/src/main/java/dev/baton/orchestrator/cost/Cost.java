package dev.baton.orchestrator.cost;

import dev.baton.orchestrator.attempt.TokenUsage;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What some turns of agents used.
 *
 * @param turns how many
 * @param silent how many of them did not say what they cost, so that the sum is a lower bound
 * @param usage empty if none of them said anything
 */
public record Cost(long turns, long silent, Optional<TokenUsage> usage) {
  public static final Cost NONE = new Cost(0, 0, Optional.empty());

  /** Empty if no agent said what it cost; zero if there was none. */
  public Optional<BigDecimal> usd() {
    return usage.flatMap(TokenUsage::costUsd);
  }

  public BigDecimal atLeast() {
    return usd().orElse(BigDecimal.ZERO);
  }

  /** Whether all of them said what they cost. */
  public boolean isKnown() {
    return silent == 0;
  }
}
