package dev.baton.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Programs that share a PostgreSQL database: each has a connection that does nothing but hold an
 * advisory lock. The server ends the lock when the connection ends. Thread safe.
 */
final class SessionPresence extends DatabasePresence {
  private static final Logger LOG = LoggerFactory.getLogger(SessionPresence.class);
  private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int PATIENCE_SECONDS = 5;

  private static final String IS_HELD =
      """
      select 1 from pg_catalog.pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_catalog.pg_database where datname = current_database())
        and classid::bigint = ? and objid::bigint = ?
      """;

  private final PostgresConnections connections;
  private final PostgresDataSource source;
  private Optional<Connection> session = Optional.empty();
  private long checkedAt;

  SessionPresence(PostgresConnections connections, PostgresDataSource source) {
    this.connections = connections;
    this.source = source;
  }

  @Override
  void hold(long own) {
    connections.undisturbed(
        () -> {
          holdUndisturbed(own);
          return true;
        });
  }

  private synchronized void holdUndisturbed(long own) {
    try {
      if (session.isEmpty() || !isWell(session.orElseThrow())) {
        end();
        Connection fresh = source.getConnection();
        session = Optional.of(fresh);
        lock(fresh, own);
        checkedAt = System.nanoTime();
      }
    } catch (SQLException failure) {
      end();
      throw failed(failure);
    }
  }

  /** A connection that broke has lost its lock; asked now and then, because asking takes time. */
  private boolean isWell(Connection connection) throws SQLException {
    if (System.nanoTime() - checkedAt < TRUSTED_NANOS) {
      return true;
    }
    boolean isWell = connection.isValid(PATIENCE_SECONDS);
    checkedAt = System.nanoTime();
    return isWell;
  }

  private static void lock(Connection connection, long own) throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement("select pg_advisory_lock(?)")) {
      lock.setLong(1, own);
      lock.execute();
    }
  }

  @Override
  boolean isHeld(long other) {
    return connections.undisturbed(
        () -> {
          try (Connections.Lease lease = connections.reader();
              PreparedStatement query = lease.connection().prepareStatement(IS_HELD)) {
            query.setLong(1, other >>> Integer.SIZE);
            query.setLong(2, Integer.toUnsignedLong((int) other));
            try (ResultSet row = query.executeQuery()) {
              return row.next();
            }
          } catch (SQLException failure) {
            throw failed(failure);
          }
        });
  }

  private StorageException failed(SQLException failure) {
    return new StorageException(Dialect.POSTGRESQL.reason(failure), connections.name(), failure);
  }

  @Override
  public synchronized void close() {
    end();
  }

  private void end() {
    session.ifPresent(
        connection -> {
          try {
            connection.close();
          } catch (SQLException broken) {
            LOG.debug("A connection to {} was broken: {}", connections.name(), broken.getMessage());
          }
        });
    session = Optional.empty();
  }
}
