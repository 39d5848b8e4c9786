package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresWorkFilterTest extends WorkFilterContract {
  PostgresWorkFilterTest() {
    super(Dialect.POSTGRESQL);
  }
}
