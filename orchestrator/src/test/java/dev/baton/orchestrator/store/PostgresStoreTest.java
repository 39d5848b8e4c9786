package dev.baton.orchestrator.store;

import dev.baton.task.jdbc.Dialect;

class PostgresStoreTest extends StoreContract {
  PostgresStoreTest() {
    super(Dialect.POSTGRESQL);
  }
}
