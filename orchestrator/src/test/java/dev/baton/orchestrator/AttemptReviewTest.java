package dev.baton.orchestrator;

import dev.baton.task.jdbc.Dialect;

class AttemptReviewTest extends ReviewContract {
  AttemptReviewTest() {
    super(Dialect.SQLITE);
  }
}
