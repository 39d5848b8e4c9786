package dev.baton.orchestrator.transfer;

import dev.baton.database.Dialect;

class SqliteTransferTest extends TransferContract {
  SqliteTransferTest() {
    super(Dialect.SQLITE);
  }
}
