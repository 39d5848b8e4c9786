package dev.baton.orchestrator.transfer;

import dev.baton.database.Dialect;

class PostgresTransferTest extends TransferContract {
  PostgresTransferTest() {
    super(Dialect.POSTGRESQL);
  }
}
