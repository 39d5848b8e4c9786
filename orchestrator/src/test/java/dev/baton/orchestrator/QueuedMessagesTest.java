package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class QueuedMessagesTest extends QueuedMessagesContract {
  QueuedMessagesTest() {
    super(Dialect.SQLITE);
  }
}
