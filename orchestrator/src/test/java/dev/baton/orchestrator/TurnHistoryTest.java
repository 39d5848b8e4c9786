package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class TurnHistoryTest extends TurnHistoryContract {
  TurnHistoryTest() {
    super(Dialect.SQLITE);
  }
}
