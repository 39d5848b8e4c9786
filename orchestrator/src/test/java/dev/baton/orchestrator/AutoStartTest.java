package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class AutoStartTest extends AutoStartContract {
  AutoStartTest() {
    super(Dialect.SQLITE);
  }
}
