package dev.baton.database;

import dev.baton.database.StorageException.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a database is: an SQLite file, or a database of a PostgreSQL server. It shows no password.
 * Immutable, thread safe.
 */
public final class DatabaseAddress {
  private static final String POSTGRESQL = "jdbc:postgresql:";
  private static final String SQLITE = "jdbc:sqlite:";

  private final Optional<Path> file;
  private final Optional<PostgresAddress> server;

  private DatabaseAddress(Optional<Path> file, Optional<PostgresAddress> server) {
    this.file = file.map(path -> path.toAbsolutePath().normalize());
    this.server = server;
  }

  /**
   * Reads {@code jdbc:postgresql://HOST:PORT/NAME?user=…&password=…}, {@code jdbc:sqlite:FILE} or
   * the path of an SQLite file.
   *
   * @throws StorageException if it is none of them
   */
  public static DatabaseAddress parse(String text) {
    return parse(text, Path.of(""));
  }

  /** The same; a path is relative to this directory. */
  public static DatabaseAddress parse(String text, Path directory) {
    if (text.startsWith(POSTGRESQL)) {
      return new DatabaseAddress(Optional.empty(), Optional.of(PostgresAddress.parse(text)));
    }
    if (text.startsWith(SQLITE)) {
      return of(directory.resolve(SqliteFile.path(text.substring(SQLITE.length()))));
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith("jdbc:") || lower.contains("://")) {
      throw new StorageException(
          Reason.CANNOT_OPEN,
          lower.substring(0, lower.indexOf(':')) + ":…",
          "it is neither a file nor begins with " + SQLITE + " or " + POSTGRESQL);
    }
    return of(directory.resolve(SqliteFile.path(text)));
  }

  public static DatabaseAddress of(Path file) {
    return new DatabaseAddress(Optional.of(file), Optional.empty());
  }

  /** What people know the database by: the file, or the address without any credential. */
  public String name() {
    return file.map(Path::toString).or(() -> server.map(PostgresAddress::shown)).orElseThrow();
  }

  /** What {@link #parse} reads as this database, without its password. */
  public String withoutPassword() {
    return file.map(Path::toString)
        .or(() -> server.map(PostgresAddress::withoutPassword))
        .orElseThrow();
  }

  /** The same database, with this password unless the address has one of its own. */
  public DatabaseAddress withPassword(String password) {
    return new DatabaseAddress(file, server.map(address -> address.withPassword(password)));
  }

  /** The file, if the database is one. */
  public Optional<Path> file() {
    return file;
  }

  /**
   * How PostgreSQL's own programs name the database, without a password: {@code --dbname} and,
   * where the address names one, {@code --schema}. Empty if the database is a file.
   */
  public Optional<List<String>> programOptions() {
    return server.map(PostgresAddress::programOptions);
  }

  /** True if both are the same database, whoever logs in and with whatever options. */
  public boolean isSameAs(DatabaseAddress other) {
    return file.equals(other.file)
        && server.map(PostgresAddress::place).equals(other.server.map(PostgresAddress::place));
  }

  Optional<PostgresAddress> server() {
    return server;
  }

  @Override
  public String toString() {
    return name();
  }
}
