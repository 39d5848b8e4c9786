package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class NeedsYouTest extends NeedsYouContract {
  NeedsYouTest() {
    super(Dialect.SQLITE);
  }
}
