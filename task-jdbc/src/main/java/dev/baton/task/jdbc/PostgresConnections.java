package dev.baton.task.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.task.jdbc.StorageException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.postgresql.Driver;

/** A pool of connections, each of which may do everything. Thread safe. */
final class PostgresConnections implements Connections {
  private static final int OLDEST = 14;
  private static final int MAX_CONNECTIONS = 10;

  private final PostgresAddress address;
  private final HikariDataSource pool;

  private PostgresConnections(PostgresAddress address, HikariDataSource pool) {
    this.address = address;
    this.pool = pool;
  }

  static PostgresConnections open(PostgresAddress address, Duration patience) {
    // why: the pool would try for long and log what is said here in one sentence
    Properties properties = properties(address, patience);
    try (Connection connection = new Driver().connect(address.url(), properties)) {
      if (connection == null) {
        throw new StorageException(
            Reason.CANNOT_OPEN, address.shown(), "the driver does not know this form of address");
      }
      requireSupported(
          connection.getMetaData().getDatabaseMajorVersion(),
          connection.getMetaData().getDatabaseProductVersion(),
          address.shown());
    } catch (SQLException failure) {
      throw new StorageException(Dialect.POSTGRESQL.reason(failure), address.shown(), failure);
    }
    return new PostgresConnections(
        address, new HikariDataSource(pool(address, properties, patience)));
  }

  static void requireSupported(int majorVersion, String version, String database) {
    if (majorVersion < OLDEST) {
      throw new StorageException(Reason.TOO_OLD, database, "it is PostgreSQL " + version);
    }
  }

  private static Properties properties(PostgresAddress address, Duration patience) {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "baton");
    properties.setProperty("connectTimeout", String.valueOf(patience.toSeconds()));
    properties.setProperty("tcpKeepAlive", "true");
    properties.putAll(address.credentials());
    return properties;
  }

  private static HikariConfig pool(
      PostgresAddress address, Properties properties, Duration patience) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("baton");
    config.setDriverClassName(Driver.class.getName());
    config.setJdbcUrl(address.url());
    config.setDataSourceProperties(properties);
    config.setMaximumPoolSize(MAX_CONNECTIONS);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(patience.toMillis());
    return config;
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
    return new PooledLease(pool.getConnection());
  }

  @Override
  public Lease reader() throws SQLException {
    return new PooledLease(pool.getConnection());
  }

  @Override
  public DataSource dataSource() {
    return pool;
  }

  @Override
  public void close() {
    pool.close();
  }

  private record PooledLease(Connection connection) implements Lease {
    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
