package dev.baton.orchestrator.store;

import dev.baton.database.Dialect;

class SqliteStoreTest extends StoreContract {
  SqliteStoreTest() {
    super(Dialect.SQLITE);
  }
}
