package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class ConflictTurnTest extends ConflictTurnContract {
  ConflictTurnTest() {
    super(Dialect.SQLITE);
  }
}
