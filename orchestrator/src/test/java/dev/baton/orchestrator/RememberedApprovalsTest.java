package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class RememberedApprovalsTest extends RememberedApprovalsContract {
  RememberedApprovalsTest() {
    super(Dialect.SQLITE);
  }
}
