package dev.baton.orchestrator.store;

import dev.baton.task.jdbc.Dialect;

class SqliteStoreTest extends StoreContract {
  SqliteStoreTest() {
    super(Dialect.SQLITE);
  }
}
