package dev.baton.orchestrator.store;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresOutboxTest extends OutboxContract {
  PostgresOutboxTest() {
    super(Dialect.POSTGRESQL);
  }
}
