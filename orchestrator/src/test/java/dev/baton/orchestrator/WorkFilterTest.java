package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class WorkFilterTest extends WorkFilterContract {
  WorkFilterTest() {
    super(Dialect.SQLITE);
  }
}
