package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class ConflictTurnTest extends ConflictTurnContract {
  ConflictTurnTest() {
    super(Dialect.SQLITE);
  }
}
