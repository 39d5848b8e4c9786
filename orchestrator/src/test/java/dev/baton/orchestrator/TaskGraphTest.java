package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class TaskGraphTest extends TaskGraphContract {
  TaskGraphTest() {
    super(Dialect.SQLITE);
  }
}
