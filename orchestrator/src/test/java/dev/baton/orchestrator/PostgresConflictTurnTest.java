package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresConflictTurnTest extends ConflictTurnContract {
  PostgresConflictTurnTest() {
    super(Dialect.POSTGRESQL);
  }
}
