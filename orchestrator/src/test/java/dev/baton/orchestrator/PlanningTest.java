package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class PlanningTest extends PlanningContract {
  PlanningTest() {
    super(Dialect.SQLITE);
  }
}
