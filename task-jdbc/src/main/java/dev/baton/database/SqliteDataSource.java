package dev.baton.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Gives a library connections that take their turn with the writer. Thread safe. */
final class SqliteDataSource extends PlainDataSource {
  private final SqliteConnections connections;

  SqliteDataSource(SqliteConnections connections) {
    this.connections = connections;
  }

  @Override
  public int getLoginTimeout() {
    return 0;
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
}
