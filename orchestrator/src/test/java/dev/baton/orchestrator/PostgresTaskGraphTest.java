package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresTaskGraphTest extends TaskGraphContract {
  PostgresTaskGraphTest() {
    super(Dialect.POSTGRESQL);
  }
}
