package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class PlanningTest extends PlanningContract {
  PlanningTest() {
    super(Dialect.SQLITE);
  }
}
