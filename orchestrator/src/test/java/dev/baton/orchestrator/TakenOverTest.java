package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class TakenOverTest extends TakenOverContract {
  TakenOverTest() {
    super(Dialect.SQLITE);
  }
}
