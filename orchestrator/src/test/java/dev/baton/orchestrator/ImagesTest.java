package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class ImagesTest extends ImagesContract {
  ImagesTest() {
    super(Dialect.SQLITE);
  }
}
