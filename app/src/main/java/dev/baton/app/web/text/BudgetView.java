package dev.baton.app.web.text;

import dev.baton.orchestrator.cost.Budget;
import java.util.Locale;

/**
 * How much of a budget is used.
 *
 * @param level {@code fine}, {@code warning} or {@code exceeded}
 * @param limit in dollars, as it is typed
 * @param share such as {@code $4.10 of $5.00}
 * @param words a sentence
 */
public record BudgetView(String of, String level, String limit, String share, String words) {
  public static BudgetView of(Budget budget) {
    return new BudgetView(
        switch (budget.of()) {
          case TASK -> "task";
          case PROJECT -> "project";
          case DAY -> "day";
        },
        budget.level().name().toLowerCase(Locale.ROOT),
        budget.limit().toPlainString(),
        budget.share(),
        VisibleText.line(budget.words()));
  }

  /** What a board says of it. */
  public String sentence() {
    return isFine()
        ? "Budget of the %s %s".formatted(of, share)
        : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  public boolean isExceeded() {
    return level.equals("exceeded");
  }

  public boolean isFine() {
    return level.equals("fine");
  }
}
