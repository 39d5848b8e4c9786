package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class AttemptUpdateTest extends AttemptUpdateContract {
  AttemptUpdateTest() {
    super(Dialect.SQLITE);
  }
}
