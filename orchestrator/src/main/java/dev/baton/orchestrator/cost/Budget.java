package dev.baton.orchestrator.cost;

import dev.baton.internal.schema.WireNames;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/**
 * The amount that may be spent for something, and the amount that was.
 *
 * @param ofId the task or the project; empty for a day
 * @param name how people call it
 */
public record Budget(Of of, Optional<UUID> ofId, String name, BigDecimal limit, Cost spent) {
  private static final BigDecimal WARNING_SHARE = new BigDecimal("0.8");

  /** What a budget is for. */
  public enum Of {
    TASK,
    PROJECT,
    DAY;

    public String wireName() {
      return WireNames.of(this);
    }
  }

  /** How far it is used. */
  public enum Level {
    FINE,
    /** Four fifths are spent. */
    WARNING,
    /** Nothing new begins. */
    EXCEEDED
  }

  /** The same with another limit. */
  public Budget with(BigDecimal other) {
    return new Budget(of, ofId, name, other, spent);
  }

  public Level level() {
    if (spent.atLeast().compareTo(limit) >= 0) {
      return Level.EXCEEDED;
    }
    return spent.atLeast().compareTo(limit.multiply(WARNING_SHARE)) >= 0
        ? Level.WARNING
        : Level.FINE;
  }

  public boolean isExceeded() {
    return level() == Level.EXCEEDED;
  }

  /** Whose it is, for people. */
  public String owner() {
    return switch (of) {
      case TASK -> "task " + name;
      case PROJECT -> "project '%s'".formatted(name);
      case DAY -> "the day";
    };
  }

  /** How much of it is used, for people. */
  public String share() {
    var part =
        spent
            .spent()
            .map(usd -> (spent.isKnown() ? "" : "at least ") + Dollars.words(usd))
            .orElse("an unknown part");
    return "%s of %s".formatted(part, Dollars.words(limit));
  }

  /** The whole sentence, without an end. */
  public String words() {
    return "the budget of %s is %s: %s"
        .formatted(owner(), isExceeded() ? "used up" : "nearly used up", share());
  }
}
