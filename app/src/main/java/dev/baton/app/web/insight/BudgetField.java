package dev.baton.app.web.insight;

import dev.baton.app.web.text.BudgetView;
import java.util.Optional;

/**
 * The field for the budget of a project.
 *
 * @param typed what stands in it
 * @param seen what is set, as it would stand in it; empty if nothing is
 * @param budget how much of it is used
 * @param problem why what was typed was not set
 */
record BudgetField(
    String typed, String seen, Optional<BudgetView> budget, Optional<String> problem) {
  static BudgetField of(BudgetView budget) {
    return new BudgetField(budget.limit(), budget.limit(), Optional.of(budget), Optional.empty());
  }

  static BudgetField none() {
    return new BudgetField("", "", Optional.empty(), Optional.empty());
  }

  /** The same with what was typed and not set. */
  BudgetField refused(String text, String sentence) {
    return new BudgetField(text, seen, budget, Optional.of(sentence));
  }
}
