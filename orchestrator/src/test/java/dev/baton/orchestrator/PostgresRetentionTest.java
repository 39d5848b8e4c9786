package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresRetentionTest extends RetentionContract {
  PostgresRetentionTest() {
    super(Dialect.POSTGRESQL);
  }
}
