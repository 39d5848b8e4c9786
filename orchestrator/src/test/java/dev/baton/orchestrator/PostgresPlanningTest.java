package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresPlanningTest extends PlanningContract {
  PostgresPlanningTest() {
    super(Dialect.POSTGRESQL);
  }
}
