package dev.baton.orchestrator.store;

import dev.baton.task.jdbc.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class OutboxTest extends OutboxContract {
  OutboxTest() {
    super(Dialect.SQLITE);
  }
}
