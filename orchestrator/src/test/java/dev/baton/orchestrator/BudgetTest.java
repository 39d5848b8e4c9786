package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class BudgetTest extends BudgetContract {
  BudgetTest() {
    super(Dialect.SQLITE);
  }
}
