package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresNeedsYouTest extends NeedsYouContract {
  PostgresNeedsYouTest() {
    super(Dialect.POSTGRESQL);
  }
}
