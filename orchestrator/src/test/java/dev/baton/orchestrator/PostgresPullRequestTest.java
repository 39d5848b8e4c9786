package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresPullRequestTest extends PullRequestContract {
  PostgresPullRequestTest() {
    super(Dialect.POSTGRESQL);
  }
}
