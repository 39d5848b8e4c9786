package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresAttemptReviewTest extends ReviewContract {
  PostgresAttemptReviewTest() {
    super(Dialect.POSTGRESQL);
  }
}
