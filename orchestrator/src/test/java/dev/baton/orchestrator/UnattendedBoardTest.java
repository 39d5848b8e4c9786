package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class UnattendedBoardTest extends UnattendedBoardContract {
  UnattendedBoardTest() {
    super(Dialect.SQLITE);
  }
}
