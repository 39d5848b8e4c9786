package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresUnattendedBoardTest extends UnattendedBoardContract {
  PostgresUnattendedBoardTest() {
    super(Dialect.POSTGRESQL);
  }
}
