package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class AutoStartTest extends AutoStartContract {
  AutoStartTest() {
    super(Dialect.SQLITE);
  }
}
