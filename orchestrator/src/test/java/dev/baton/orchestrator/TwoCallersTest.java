package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class TwoCallersTest extends TwoCallersContract {
  TwoCallersTest() {
    super(Dialect.SQLITE);
  }
}
