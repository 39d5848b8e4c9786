package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class AttemptUpdateTest extends AttemptUpdateContract {
  AttemptUpdateTest() {
    super(Dialect.SQLITE);
  }
}
