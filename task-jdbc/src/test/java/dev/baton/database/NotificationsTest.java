package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What programs tell each other through PostgreSQL. */
@Timeout(60)
class NotificationsTest {
  private static final String CHANNEL = "notifications_test";

  @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private volatile boolean isWanted = true;
  private String address = "";
  private Thread hearing = new Thread();

  @BeforeEach
  void hear() throws Exception {
    address = databases.newAddress();
    Database database = databases.open(address);
    hearing = new Thread(() -> database.hear(CHANNEL, heard::add, () -> isWanted));
    hearing.start();
    // why: it says so when it begins, because nobody knows what was told before
    assertThat(next()).isEmpty();
  }

  @AfterEach
  void end() throws InterruptedException {
    isWanted = false;
    hearing.join();
  }

  private String next() throws InterruptedException {
    String words = heard.poll(30, TimeUnit.SECONDS);
    assertThat(words).as("something is heard").isNotNull();
    return words;
  }

  private void execute(String sql) throws SQLException {
    try (Database other = Database.open(address);
        Connection connection = other.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void what_another_program_tells_is_heard_in_order() throws Exception {
    execute("select pg_notify('%s', 'one')".formatted(CHANNEL));
    execute("select pg_notify('%s', 'two')".formatted(CHANNEL));
    execute("select pg_notify('another_channel', 'not for us')");
    execute("select pg_notify('%s', 'three')".formatted(CHANNEL));

    assertThat(next()).isEqualTo("one");
    assertThat(next()).isEqualTo("two");
    assertThat(next()).isEqualTo("three");
  }

  @Test
  void a_connection_that_breaks_is_opened_again_and_that_is_said() throws Exception {
    execute(
        """
        select pg_terminate_backend(pid) from pg_stat_activity
        where query = 'listen %s' and pid <> pg_backend_pid()
        """
            .formatted(CHANNEL));

    assertThat(next()).isEmpty();
    execute("select pg_notify('%s', 'again')".formatted(CHANNEL));
    assertThat(next()).isEqualTo("again");
  }

  @Test
  void a_file_has_no_channels(@TempDir Path directory) {
    try (Database file = Database.open(directory.resolve("a.db"))) {
      assertThatThrownBy(() -> file.hear(CHANNEL, heard::add, () -> false))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageEndingWith("has no channels");
    }
  }
}
