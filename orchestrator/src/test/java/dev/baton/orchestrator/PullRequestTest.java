package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PullRequestTest extends PullRequestContract {
  PullRequestTest() {
    super(Dialect.SQLITE);
  }
}
