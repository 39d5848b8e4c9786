package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class RetentionTest extends RetentionContract {
  RetentionTest() {
    super(Dialect.SQLITE);
  }
}
