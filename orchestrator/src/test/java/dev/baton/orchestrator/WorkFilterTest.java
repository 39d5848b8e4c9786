package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class WorkFilterTest extends WorkFilterContract {
  WorkFilterTest() {
    super(Dialect.SQLITE);
  }
}
