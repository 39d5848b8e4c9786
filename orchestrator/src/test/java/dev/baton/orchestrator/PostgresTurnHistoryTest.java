package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresTurnHistoryTest extends TurnHistoryContract {
  PostgresTurnHistoryTest() {
    super(Dialect.POSTGRESQL);
  }
}
