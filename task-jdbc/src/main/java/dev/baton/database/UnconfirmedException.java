package dev.baton.database;

import java.sql.SQLException;

/** A commit failed, and perhaps it was made all the same; never leaves this package. */
final class UnconfirmedException extends SQLException {
  private final SQLException failure;

  UnconfirmedException(SQLException failure) {
    super(failure);
    this.failure = failure;
  }

  SQLException failure() {
    return failure;
  }
}
