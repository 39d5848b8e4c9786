package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class TaskGraphTest extends TaskGraphContract {
  TaskGraphTest() {
    super(Dialect.SQLITE);
  }
}
