package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class PullBudgetTest extends PullBudgetContract {
  PullBudgetTest() {
    super(Dialect.SQLITE);
  }
}
