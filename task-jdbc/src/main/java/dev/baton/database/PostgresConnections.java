package dev.baton.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.database.StorageException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A pool of connections, each of which may do everything. Thread safe. */
final class PostgresConnections implements Connections {
  private static final int OLDEST = 14;
  private static final int MAX_CONNECTIONS = 10;

  /** The state of a failure of a client that has no connection. */
  private static final String UNREACHABLE = "08001";

  private final PostgresAddress address;
  private final PostgresDataSource source;
  private final HikariDataSource pool;
  private final UndisturbedThreads threads;

  private PostgresConnections(
      PostgresAddress address,
      PostgresDataSource source,
      HikariDataSource pool,
      Duration patience) {
    this.address = address;
    this.source = source;
    this.pool = pool;
    threads = new UndisturbedThreads(address.shown(), MAX_CONNECTIONS, patience);
  }

  static PostgresConnections open(PostgresAddress address, Duration patience) {
    PostgresDataSource source = new PostgresDataSource(address, patience);
    // why: the pool would try for long and log what is said here in one sentence
    try (Connection connection = source.getConnection()) {
      requireSupported(
          connection.getMetaData().getDatabaseMajorVersion(),
          connection.getMetaData().getDatabaseProductVersion(),
          address.shown());
    } catch (SQLException failure) {
      throw new StorageException(Dialect.POSTGRESQL.reason(failure), address.shown(), failure);
    }
    return new PostgresConnections(
        address, source, new HikariDataSource(pool(source, patience)), patience);
  }

  static void requireSupported(int majorVersion, String version, String database) {
    if (majorVersion < OLDEST) {
      throw new StorageException(Reason.TOO_OLD, database, "it is PostgreSQL " + version);
    }
  }

  private static HikariConfig pool(PostgresDataSource source, Duration patience) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("baton");
    // why: not the address and its properties, because the pool logs those, some passwords included
    config.setDataSource(source);
    config.setMaximumPoolSize(MAX_CONNECTIONS);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(patience.toMillis());
    return config;
  }

  @Override
  public void onFailure(Consumer<SQLException> listener) {
    source.onFailure(listener);
  }

  @Override
  public Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  @Override
  public String name() {
    return address.shown();
  }

  @Override
  public Lease writer() throws SQLException {
    return new PooledLease(connection());
  }

  @Override
  public Lease reader() throws SQLException {
    return new PooledLease(connection());
  }

  private Connection connection() throws SQLException {
    try {
      return pool.getConnection();
    } catch (SQLTransientConnectionException failure) {
      // why: the pool counts its connections in the text, and has the reason as the cause
      if (failure.getCause() instanceof SQLException reason) {
        throw reason;
      }
      throw new SQLTransientConnectionException("no connection came free in time", UNREACHABLE);
    }
  }

  @Override
  public DataSource dataSource() {
    return pool;
  }

  @Override
  public DatabasePresence presence() {
    return new SessionPresence(this, source);
  }

  @Override
  public <T> T undisturbed(Supplier<T> work) {
    return threads.call(work);
  }

  @Override
  public void close() {
    threads.close();
    pool.close();
  }

  private record PooledLease(Connection connection) implements Lease {
    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
