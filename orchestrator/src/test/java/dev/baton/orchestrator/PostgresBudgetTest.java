package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresBudgetTest extends BudgetContract {
  PostgresBudgetTest() {
    super(Dialect.POSTGRESQL);
  }
}
