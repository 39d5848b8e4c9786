package dev.baton.orchestrator.agent;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * What an agent used, as far as it tells. Agents may report anything: an impossible cost counts as
 * unknown.
 *
 * @param scope what the numbers of tokens count
 * @param tokens empty if the agent does not tell
 * @param costScope what the cost counts
 * @param costUsd the cost, if the agent tells
 */
public record UsageReport(
    Scope scope, Optional<TokenCount> tokens, Scope costScope, Optional<BigDecimal> costUsd) {
  /** The highest cost that is believed. */
  public static final BigDecimal MOST_DOLLARS = new BigDecimal(1_000_000);

  private static final BigDecimal LEAST_DOLLARS = new BigDecimal("0.000000001");

  public UsageReport {
    costUsd =
        costUsd
            .filter(cost -> cost.signum() >= 0 && cost.compareTo(MOST_DOLLARS) <= 0)
            // why: one line of 1e-999999999 would take all memory when it is written in full
            .map(cost -> cost.compareTo(LEAST_DOLLARS) < 0 ? BigDecimal.ZERO : cost);
  }

  /**
   * A report of an agent that has conversations: its cost is that of the whole conversation so far.
   */
  public UsageReport(Scope scope, Optional<TokenCount> tokens, Optional<BigDecimal> costUsd) {
    this(scope, tokens, Scope.SESSION, costUsd);
  }

  /** True if the agent told nothing. */
  public boolean isEmpty() {
    return tokens.isEmpty() && costUsd.isEmpty();
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
    return tokens
            .map(it -> "%d input, %d output tokens".formatted(it.input(), it.output()))
            .map(count -> since(scope, count))
            .orElse("tokens unknown")
        + costUsd
            .map(cost -> ", $" + cost.setScale(4, RoundingMode.HALF_UP).toPlainString())
            .map(cost -> since(costScope, cost))
            .orElse("");
  }

  private static String since(Scope scope, String count) {
    return scope == Scope.SESSION ? count + " in this conversation" : count;
  }
}
