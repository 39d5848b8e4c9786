package dev.baton.bench;

import dev.baton.task.jdbc.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Databases to measure on: files in a directory, and a real PostgreSQL that is started when the
 * first one of its kind is asked for. Not thread safe.
 */
final class Databases implements AutoCloseable {
  private final Path directory;
  private Optional<EmbeddedPostgres> postgres = Optional.empty();
  private int made;

  Databases(Path directory) {
    this.directory = directory;
  }

  /** The address of a new, empty database. */
  String newAddress(Engine engine) throws IOException {
    made++;
    return switch (engine) {
      case SQLITE -> directory.resolve("bench%d.db".formatted(made)).toString();
      case POSTGRESQL -> newDatabase("bench" + made);
    };
  }

  private String newDatabase(String name) throws IOException {
    if (postgres.isEmpty()) {
      // why: what is made for tests turns off what makes a commit durable
      postgres =
          Optional.of(
              EmbeddedPostgres.builder()
                  .setServerConfig("synchronous_commit", "on")
                  .setServerConfig("fsync", "on")
                  .setServerConfig("full_page_writes", "on")
                  .start());
    }
    var server = postgres.get();
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IOException("PostgreSQL makes no database " + name, e);
    }
    return server.getJdbcUrl("postgres", name);
  }

  /** Runs statements in one transaction, and lets the planner of PostgreSQL know of the result. */
  static void run(String address, Iterable<String> statements) {
    try (var database = Database.open(address)) {
      database.write(
          connection -> {
            try (var statement = connection.createStatement()) {
              for (var sql : statements) {
                statement.execute(sql);
              }
            }
            return statements;
          });
      database.write(
          connection -> {
            try (var statement = connection.createStatement()) {
              return statement.execute("analyze");
            }
          });
    }
  }

  @Override
  public void close() throws IOException {
    if (postgres.isPresent()) {
      postgres.get().close();
    }
  }
}
