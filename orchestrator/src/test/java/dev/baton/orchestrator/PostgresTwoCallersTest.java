package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresTwoCallersTest extends TwoCallersContract {
  PostgresTwoCallersTest() {
    super(Dialect.POSTGRESQL);
  }
}
