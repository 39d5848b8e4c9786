package dev.baton.orchestrator.store;

import dev.baton.database.Dialect;

class PostgresStoreTest extends StoreContract {
  PostgresStoreTest() {
    super(Dialect.POSTGRESQL);
  }
}
