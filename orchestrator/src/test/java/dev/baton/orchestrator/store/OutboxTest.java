package dev.baton.orchestrator.store;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class OutboxTest extends OutboxContract {
  OutboxTest() {
    super(Dialect.SQLITE);
  }
}
