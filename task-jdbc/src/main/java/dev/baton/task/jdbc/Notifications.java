package dev.baton.task.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What PostgreSQL's {@code NOTIFY} brings. */
final class Notifications {
  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
  private static final Duration LOOK = Duration.ofMillis(250);

  private Notifications() {}

  /** Hears as long as somebody wants to; a connection that breaks is opened again. */
  static void hear(
      DataSource database, String channel, Consumer<String> listener, BooleanSupplier isWanted) {
    while (isWanted.getAsBoolean()) {
      try {
        hearOnce(database, channel, listener, isWanted);
      } catch (SQLException e) {
        LOG.debug("The connection that hears of events broke; it is opened again", e);
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }
  }

  private static void hearOnce(
      DataSource database, String channel, Consumer<String> listener, BooleanSupplier isWanted)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.execute("listen " + channel);
      }
      PGConnection source = connection.unwrap(PGConnection.class);
      // why: what was told while nobody heard is not told again
      listener.accept("");
      while (isWanted.getAsBoolean()) {
        // why so short, and no interrupt: that would cut the connection
        PGNotification[] news = source.getNotifications((int) LOOK.toMillis());
        if (news != null) {
          for (PGNotification one : news) {
            listener.accept(one.getParameter());
          }
        }
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("unlisten *");
      }
    }
  }
}
