package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresAttemptUpdateTest extends AttemptUpdateContract {
  PostgresAttemptUpdateTest() {
    super(Dialect.POSTGRESQL);
  }
}
