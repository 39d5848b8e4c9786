package dev.baton.orchestrator.agent;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * Tokens that an agent used. Agents may report anything: an impossible cost counts as unknown, and
 * numbers of tokens are kept within what can be added up.
 *
 * @param scope what the numbers of tokens count
 * @param cachedInputTokens the part of the input that came from a cache
 * @param costScope what the cost counts
 * @param costUsd the cost, if the agent tells
 */
public record UsageReport(
    Scope scope,
    long inputTokens,
    long cachedInputTokens,
    long outputTokens,
    Scope costScope,
    Optional<BigDecimal> costUsd) {
  /** The most tokens of a kind; so many can be added up. */
  public static final long MOST_TOKENS = 1_000_000_000_000L;

  /** The highest cost that is believed. */
  public static final BigDecimal MOST_DOLLARS = new BigDecimal(1_000_000);

  public UsageReport {
    inputTokens = Math.clamp(inputTokens, 0, MOST_TOKENS);
    cachedInputTokens = Math.clamp(cachedInputTokens, 0, MOST_TOKENS);
    outputTokens = Math.clamp(outputTokens, 0, MOST_TOKENS);
    costUsd = costUsd.filter(cost -> cost.signum() >= 0 && cost.compareTo(MOST_DOLLARS) <= 0);
  }

  /**
   * A report of an agent that has conversations: its cost is that of the whole conversation so far.
   */
  public UsageReport(
      Scope scope,
      long inputTokens,
      long cachedInputTokens,
      long outputTokens,
      Optional<BigDecimal> costUsd) {
    this(scope, inputTokens, cachedInputTokens, outputTokens, Scope.SESSION, costUsd);
  }

  /** Since when something was counted. */
  public enum Scope {
    /** Since the start of this turn. */
    TURN,
    /** Since the start of the conversation, earlier turns included. */
    SESSION
  }

  /** One line for people. */
  public String words() {
    var tokens = "%d input, %d output tokens".formatted(inputTokens, outputTokens);
    return since(scope, tokens)
        + costUsd
            .map(cost -> ", $" + cost.setScale(4, RoundingMode.HALF_UP).toPlainString())
            .map(cost -> since(costScope, cost))
            .orElse("");
  }

  private static String since(Scope scope, String count) {
    return scope == Scope.SESSION ? count + " in this conversation" : count;
  }
}
