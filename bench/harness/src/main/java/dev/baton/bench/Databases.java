package dev.baton.bench;

import dev.baton.database.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The databases of a measurement and its directory, which is made, empty, when it is first needed
 * and deleted at the end. A real PostgreSQL is started with the first database of its kind. Not
 * thread safe.
 */
final class Databases implements AutoCloseable {
  private final Installation installation;
  private final String name;
  private Optional<Path> directory = Optional.empty();
  private Optional<EmbeddedPostgres> postgres = Optional.empty();
  private int made;

  Databases(Installation installation, String name) {
    this.installation = installation;
    this.name = name;
  }

  Path directory() throws IOException {
    if (directory.isEmpty()) {
      directory = Optional.of(installation.newDirectory(name));
    }
    return directory.get();
  }

  /** The address of a new, empty database. */
  String newAddress(Engine engine) throws IOException {
    made++;
    return switch (engine) {
      case SQLITE -> directory().resolve("bench%d.db".formatted(made)).toString();
      case POSTGRESQL -> newDatabase("bench" + made);
    };
  }

  private String newDatabase(String name) throws IOException {
    if (postgres.isEmpty()) {
      // why: what is made for tests turns off what makes a commit durable
      postgres =
          Optional.of(
              EmbeddedPostgres.builder()
                  .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
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
    if (directory.isPresent()) {
      Installation.delete(directory.get());
    }
  }
}
