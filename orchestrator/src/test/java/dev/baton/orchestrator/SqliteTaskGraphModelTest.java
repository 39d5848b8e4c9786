package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class SqliteTaskGraphModelTest extends TaskGraphModelContract {
  SqliteTaskGraphModelTest() {
    super(Dialect.SQLITE);
  }
}
