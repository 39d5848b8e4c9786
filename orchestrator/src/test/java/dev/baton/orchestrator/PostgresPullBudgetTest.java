package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresPullBudgetTest extends PullBudgetContract {
  PostgresPullBudgetTest() {
    super(Dialect.POSTGRESQL);
  }
}
