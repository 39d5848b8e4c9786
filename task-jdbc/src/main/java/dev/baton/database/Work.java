package dev.baton.database;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Work on a connection. In a transaction it may be called several times, so it has no effects but
 * those in the database, and it leaves beginning, committing and closing to the {@link Database}.
 */
@FunctionalInterface
public interface Work<T> {
  T in(Connection connection) throws SQLException;
}
