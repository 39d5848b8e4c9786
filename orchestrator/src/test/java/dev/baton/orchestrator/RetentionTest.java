package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class RetentionTest extends RetentionContract {
  RetentionTest() {
    super(Dialect.SQLITE);
  }
}
