package dev.baton.orchestrator;

import dev.baton.database.Dialect;

class ModelChoiceTest extends ModelChoiceContract {
  ModelChoiceTest() {
    super(Dialect.SQLITE);
  }
}
