package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class PostgresRetentionTest extends RetentionContract {
  PostgresRetentionTest() {
    super(Dialect.POSTGRESQL);
  }
}
