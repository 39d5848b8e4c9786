package dev.baton.database;

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

/** Hears what PostgreSQL's {@code NOTIFY} sends. */
final class Notifications {
  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
  private static final Duration LOOK = Duration.ofMillis(250);

  /** How often a connection that only hears is asked whether it still does. */
  private static final Duration CHECK = Duration.ofSeconds(30);

  private static final int CHECK_SECONDS = 5;

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
      long checkedAt = System.nanoTime();
      while (isWanted.getAsBoolean()) {
        if (System.nanoTime() - checkedAt > CHECK.toNanos()) {
          if (!connection.isValid(CHECK_SECONDS)) {
            throw new SQLException("The connection that hears of events is dead");
          }
          checkedAt = System.nanoTime();
        }
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
