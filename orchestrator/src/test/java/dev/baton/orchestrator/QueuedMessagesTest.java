package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class QueuedMessagesTest extends QueuedMessagesContract {
  QueuedMessagesTest() {
    super(Dialect.SQLITE);
  }
}
