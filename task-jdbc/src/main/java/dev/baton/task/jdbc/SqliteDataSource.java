package dev.baton.task.jdbc;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Gives a library connections that take their turn with the writer. Thread safe. */
final class SqliteDataSource implements DataSource {
  private final SqliteConnections connections;

  SqliteDataSource(SqliteConnections connections) {
    this.connections = connections;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connections.Lease lease = connections.foreignWriter();
    AtomicBoolean closed = new AtomicBoolean();
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(lease.connection(), arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause() == null ? failure : failure.getCause();
              } finally {
                if (method.getName().equals("close") && closed.compareAndSet(false, true)) {
                  lease.close();
                }
              }
            });
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    // it writes no log
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // a file knows no login
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("It writes no log");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (isWrapperFor(type)) {
      return type.cast(this);
    }
    throw new SQLException("It is not a " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
