package dev.baton.orchestrator.store;

import java.sql.SQLException;

/** Carries a failure of the database out of code that does not know it; never leaves the store. */
final class SqlFailure extends RuntimeException {
  private final SQLException failure;

  SqlFailure(SQLException failure) {
    super(failure);
    this.failure = failure;
  }

  SQLException failure() {
    return failure;
  }
}
