package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class AttemptReviewTest extends ReviewContract {
  AttemptReviewTest() {
    super(Dialect.SQLITE);
  }
}
