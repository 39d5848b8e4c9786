package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresModelChoiceTest extends ModelChoiceContract {
  PostgresModelChoiceTest() {
    super(Dialect.POSTGRESQL);
  }
}
