package dev.baton.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that only gives connections; thread safe if that is. */
abstract class PlainDataSource implements DataSource {
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
    // how long it waits is not for its user to say
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
