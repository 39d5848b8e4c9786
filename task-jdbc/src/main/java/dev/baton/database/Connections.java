package dev.baton.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Connections to one database, lent and given back. Thread safe. */
interface Connections extends AutoCloseable {
  /** A connection until it is closed. */
  interface Lease extends AutoCloseable {
    Connection connection();

    @Override
    void close() throws SQLException;
  }

  /** Tells of every connection that cannot be opened from now on, if somebody waits for it. */
  default void onFailure(Consumer<SQLException> listener) {}

  Dialect dialect();

  /** What people know the database by, without credentials. */
  String name();

  Lease writer() throws SQLException;

  Lease reader() throws SQLException;

  DataSource dataSource();

  /** A new name among the programs that share the database; who asks for it closes it. */
  DatabasePresence presence();

  /** Does something with the database where an interrupt of this thread does not reach it. */
  <T> T undisturbed(Supplier<T> work);

  @Override
  void close();
}
