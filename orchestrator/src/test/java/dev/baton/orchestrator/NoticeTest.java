package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class NoticeTest extends NoticeContract {
  NoticeTest() {
    super(Dialect.SQLITE);
  }
}
