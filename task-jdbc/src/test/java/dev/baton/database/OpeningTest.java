package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A database that cannot be opened says which one, why, and what to do, and no password. */
class OpeningTest {
  @Nested
  class AFile {
    @TempDir Path directory;

    @Test
    void is_made_for_its_user_alone() throws IOException {
      Path file = directory.resolve("baton.db");

      try (Database database = Database.open("jdbc:sqlite:" + file)) {
        assertThat(database.name()).isEqualTo(file.toString());
        assertThat(database.dialect()).isEqualTo(Dialect.SQLITE);
      }
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }

    @Test
    void needs_its_directory() {
      Path file = directory.resolve("none").resolve("baton.db");

      assertThatThrownBy(() -> Database.open(file))
          .isInstanceOf(StorageException.class)
          .hasMessage(
              "Database %s cannot be opened (there is no directory %s); check that it exists and who may read and write it",
              file, file.getParent());
      assertThatThrownBy(() -> Database.open(directory))
          .hasMessageContaining("Database %s cannot be opened (it is a directory)", directory);
    }

    @Test
    void that_is_something_else_is_left_alone() throws IOException {
      Path file = directory.resolve("notes.txt");
      Files.writeString(file, "These are my notes, and not a database. ".repeat(10));

      assertThatThrownBy(() -> Database.open(file))
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith(file + " is not an SQLite database (")
          .hasMessageEndingWith("; choose another file");
      assertThat(Files.readString(file)).startsWith("These are my notes");
    }

    @Test
    void that_another_program_locks_is_told_after_a_while() throws Exception {
      Path file = directory.resolve("baton.db");
      try (Database database = Database.open(file, Duration.ofMillis(200));
          Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
          Statement lock = other.createStatement()) {
        lock.execute("begin immediate");

        assertThatThrownBy(() -> database.write(connection -> true))
            .isInstanceOf(StorageException.class)
            .hasMessageStartingWith(
                "Database %s stayed locked by another program or a long transaction (", file)
            .hasMessageEndingWith("; end that, or try again");

        lock.execute("rollback");
        assertThat(database.<Boolean>write(connection -> true)).isTrue();
      }
    }

    @Test
    void can_be_copied_while_it_is_in_use() {
      Path copy = directory.resolve("copy.db");
      try (Database database = Database.open(directory.resolve("baton.db"))) {
        MigrationsTest.onlyTheFirst().apply(database);
        database.copyTo(copy);
        MigrationsTest.forms("forms").apply(database);

        try (Database copied = Database.open(copy)) {
          assertThat(MigrationsTest.notes(copied)).containsExactly("first; of all");
        }
        assertThatThrownBy(() -> database.copyTo(directory.resolve("none").resolve("copy.db")))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("copy.db");
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "jdbc:sqlite:", "jdbc:sqlite::memory:", "jdbc:sqlite:file:x?a=b"})
    void is_a_path(String address) {
      assertThatThrownBy(() -> Database.open(address))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("it is not the path of a file");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"jdbc:h2:mem:secret", "postgres://me:secret@host/db", "JDBC:mysql://secret"})
    void or_a_server_of_a_kind_that_is_known(String address) {
      assertThatThrownBy(() -> Database.open(address))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining(
              "it is neither a file nor begins with jdbc:sqlite: or jdbc:postgresql:")
          .hasMessageNotContaining("secret");
    }
  }

  @Nested
  class AServer {
    @Test
    void that_is_not_there_cannot_be_reached() {
      assertThatThrownBy(
              () -> Database.open("jdbc:postgresql://localhost:1/baton?user=me&password=s3cret"))
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith(
              "Database jdbc:postgresql://localhost:1/baton cannot be reached (Connection to localhost:1 refused.")
          .hasMessageEndingWith("; check that it runs and takes connections");
    }

    @Test
    void whose_connections_are_all_in_use_says_so_without_counting_them() throws Exception {
      PostgresAddress address = PostgresAddress.parse(TestPostgres.newAddress());
      Deque<Connections.Lease> taken = new ArrayDeque<>();
      try (PostgresConnections connections =
          PostgresConnections.open(address, Duration.ofMillis(500))) {
        assertThatThrownBy(
                () -> {
                  while (true) {
                    taken.push(connections.reader());
                  }
                })
            .isInstanceOf(SQLException.class)
            .hasMessage("no connection came free in time");
        while (!taken.isEmpty()) {
          taken.pop().close();
        }
      }
    }

    @Test
    void refuses_a_user_whom_it_does_not_know() {
      String address = "jdbc:postgresql://localhost:%d/postgres".formatted(TestPostgres.port());

      assertThatThrownBy(() -> Database.open(address.replace("//", "//nobody:s3cret@")))
          .isInstanceOf(StorageException.class)
          .hasMessage(
              "Database %s refused the login (FATAL: role \"nobody\" does not exist); check user and password",
              address);
    }

    @Test
    void without_that_database_says_so() {
      String address = "jdbc:postgresql://localhost:%d/none".formatted(TestPostgres.port());

      assertThatThrownBy(() -> Database.open(address + "?user=postgres"))
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith(
              "Database %s cannot be opened (FATAL: database \"none\" does not exist)", address);
    }

    @Test
    void that_is_too_old_is_refused() {
      assertThatThrownBy(
              () -> PostgresConnections.requireSupported(13, "13.16", "jdbc:postgresql://h/db"))
          .isInstanceOf(StorageException.class)
          .hasMessage(
              "Database jdbc:postgresql://h/db is too old (it is PostgreSQL 13.16); use PostgreSQL 14 or newer");
    }

    @Test
    void has_no_copy_of_its_own() {
      try (Database database = Database.open(TestPostgres.newAddress())) {
        assertThatThrownBy(() -> database.copyTo(Path.of("copy.db")))
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessage("%s is not a file; copy it with pg_dump", database.name());
      }
    }

    @Test
    void never_has_its_password_in_a_log() {
      Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
      ListAppender<ILoggingEvent> log = new ListAppender<>();
      Level before = root.getLevel();
      log.start();
      root.setLevel(Level.TRACE);
      root.addAppender(log);
      root.getAppender("STDERR").stop();
      try (Database database =
          Database.open(TestPostgres.newAddress() + "&password=s3cret&sslpassword=s3cret")) {
        MigrationsTest.forms("forms").apply(database);
        assertThat(database.name()).doesNotContain("user", "s3cret");
      } finally {
        root.detachAppender(log);
        root.setLevel(before);
        root.getAppender("STDERR").start();
      }
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .isNotEmpty()
          .noneMatch(line -> line.contains("s3cret"));
    }
  }

  @Nested
  class TheAddressOfAServer {
    @ParameterizedTest
    @CsvSource(
        delimiter = ';',
        value = {
          "//me:pw@host:1/db; //host:1/db; me; pw",
          "//me:p%40w@host/db?ssl=true; //host/db?ssl=true; me; p@w",
          "//me:p@w:+@host/db; //host/db; me; p@w:+",
          "//host/db?user=me&password=p%26w&ssl=true; //host/db?ssl=true; me; p&w",
          "//a:1,b:2/db?password=pw&user=me; //a:1,b:2/db; me; pw",
          "//[::1]:5432/db?user=me&password=100%; //[::1]:5432/db; me; 100%",
          "db?user=me&password=pw; db; me; pw",
          "///db?user=me&password=pw; db; me; pw"
        })
    void is_taken_apart(String written, String url, String user, String password) {
      PostgresAddress address = PostgresAddress.parse("jdbc:postgresql:" + written);

      assertThat(address.url()).isEqualTo("jdbc:postgresql:" + url);
      assertThat(address.credentials())
          .containsEntry("user", user)
          .containsEntry("password", password);
      assertThat(address.toString()).isEqualTo("jdbc:postgresql:" + url.replaceAll("\\?.*", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"//me:s3/cret@host/db", "//host:s3cret/db", "//s3cret", "//a b/s3cret"})
    void that_cannot_be_read_is_not_shown(String written) {
      assertThatThrownBy(() -> Database.open("jdbc:postgresql:" + written))
          .isInstanceOf(StorageException.class)
          .hasMessage(
              "Database jdbc:postgresql:… cannot be opened (write jdbc:postgresql://HOST:PORT/NAME?user=USER&password=PASSWORD, and @ / ? & in a password as %40 %2F %3F %26); check that it exists and who may read and write it")
          .hasNoCause();
    }
  }
}
