package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresRememberedApprovalsTest extends RememberedApprovalsContract {
  PostgresRememberedApprovalsTest() {
    super(Dialect.POSTGRESQL);
  }
}
