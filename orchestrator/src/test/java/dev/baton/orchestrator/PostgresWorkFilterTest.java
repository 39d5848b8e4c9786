package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresWorkFilterTest extends WorkFilterContract {
  PostgresWorkFilterTest() {
    super(Dialect.POSTGRESQL);
  }
}
