package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class NeedsYouTest extends NeedsYouContract {
  NeedsYouTest() {
    super(Dialect.SQLITE);
  }
}
