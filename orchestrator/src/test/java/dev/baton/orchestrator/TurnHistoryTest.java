package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class TurnHistoryTest extends TurnHistoryContract {
  TurnHistoryTest() {
    super(Dialect.SQLITE);
  }
}
