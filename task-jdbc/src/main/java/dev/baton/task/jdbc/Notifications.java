package dev.baton.task.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What PostgreSQL's {@code NOTIFY} brings. */
final class Notifications {
  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
  private static final Duration LOOK = Duration.ofSeconds(1);

  private Notifications() {}

  /** Hears until the thread is interrupted; a connection that breaks is opened again. */
  static void hear(DataSource database, String channel, Consumer<String> listener) {
    try {
      while (true) {
        try {
          hearOnce(database, channel, listener);
        } catch (SQLException e) {
          LOG.debug("The connection that hears of events broke; it is opened again", e);
          // why: what was told meanwhile is in the table
          listener.accept("");
          TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void hearOnce(DataSource database, String channel, Consumer<String> listener)
      throws SQLException, InterruptedException {
    try (var connection = database.getConnection()) {
      connection.setAutoCommit(true);
      try (var statement = connection.createStatement()) {
        statement.execute("listen " + channel);
      }
      var source = connection.unwrap(PGConnection.class);
      listener.accept("");
      while (true) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        var news = source.getNotifications((int) LOOK.toMillis());
        if (news != null) {
          for (var one : news) {
            listener.accept(one.getParameter());
          }
        }
      }
    }
  }
}
