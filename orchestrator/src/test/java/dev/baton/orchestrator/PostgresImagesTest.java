package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresImagesTest extends ImagesContract {
  PostgresImagesTest() {
    super(Dialect.POSTGRESQL);
  }
}
