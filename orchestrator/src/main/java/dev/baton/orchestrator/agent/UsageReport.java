package dev.baton.orchestrator.agent;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * Tokens that an agent used.
 *
 * @param scope what the numbers of tokens count
 * @param cachedInputTokens the part of the input that came from a cache
 * @param sessionCostUsd cost of the whole conversation so far, if the agent tells
 */
public record UsageReport(
    Scope scope,
    long inputTokens,
    long cachedInputTokens,
    long outputTokens,
    Optional<BigDecimal> sessionCostUsd) {
  /** Since when tokens were counted. */
  public enum Scope {
    /** Since the start of this turn. */
    TURN,
    /** Since the start of the conversation, earlier turns included. */
    SESSION
  }

  /** One line for people. */
  public String words() {
    var text = "%d input, %d output tokens".formatted(inputTokens, outputTokens);
    var counted = scope == Scope.SESSION ? text + " in this conversation" : text;
    return sessionCostUsd
        .map(cost -> cost.setScale(4, RoundingMode.HALF_UP).toPlainString())
        .map(cost -> counted + ", $" + cost + " in this conversation")
        .orElse(counted);
  }
}
