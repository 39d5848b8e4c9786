package dev.baton.orchestrator.store.sql;

import java.sql.SQLException;

/** Carries a failure of the database out of code that does not know it; never leaves the store. */
public final class SqlFailure extends RuntimeException {
  private final SQLException failure;

  SqlFailure(SQLException failure) {
    super(failure);
    this.failure = failure;
  }

  public SQLException failure() {
    return failure;
  }
}
