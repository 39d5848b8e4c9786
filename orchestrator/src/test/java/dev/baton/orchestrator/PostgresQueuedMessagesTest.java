package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresQueuedMessagesTest extends QueuedMessagesContract {
  PostgresQueuedMessagesTest() {
    super(Dialect.POSTGRESQL);
  }
}
