package dev.baton.database;

import dev.baton.database.MigrationLog.Entry;
import dev.baton.database.StorageException.Reason;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a database to the form that the program needs: numbered files of SQL, each run once, in
 * order, never back. Several sets live in one database, each in a namespace of its own. Immutable,
 * thread safe.
 *
 * <p>All that is missing runs in one transaction, so after a crash the database is as it was. Where
 * nothing is missing, nothing is locked. Before an SQLite file that holds data is changed, a copy
 * is kept beside it; a set that is new there changes nothing. The words that differ between the
 * databases are in {@link Dialect}.
 *
 * {@snippet file="dev/baton/database/DatabaseExamplesTest.java" region="migrations"}
 */
public final class Migrations {
  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  private final String namespace;
  private final List<Migration> known;

  private Migrations(String namespace, List<Migration> known) {
    this.namespace = namespace;
    this.known = List.copyOf(known);
  }

  /**
   * The files of a folder on the class path.
   *
   * @param folder relative to the class, such as {@code migrations}
   * @param files {@code V0001__name.sql} and so on, without a gap; named here because a class path
   *     cannot be listed
   * @throws IllegalArgumentException if a file is missing, or its number is not the next one
   */
  public static Migrations of(
      String namespace, Class<?> neighbour, String folder, List<String> files) {
    List<Migration> loaded =
        files.stream().map(file -> Migration.load(neighbour, folder, file)).toList();
    for (int place = 0; place < loaded.size(); place++) {
      if (loaded.get(place).number() != place + 1) {
        throw new IllegalArgumentException(
            "Migration %s of '%s' should have number %d"
                .formatted(loaded.get(place).file(), namespace, place + 1));
      }
    }
    return new Migrations(namespace, loaded);
  }

  /**
   * Runs what is missing. Programs that do this at the same moment do it one after the other.
   *
   * @throws StorageException if the database is newer than the program, a file was edited after it
   *     ran, or the database fails; then nothing was changed
   */
  public void apply(Database database) {
    MigrationLog log = new MigrationLog(database.dialect(), namespace);
    if (missing(database.read(log::read), database).isEmpty()) {
      return;
    }
    int count = database.write(connection -> applyMissing(connection, log, database));
    LOG.info("Database {}: {} migrations of '{}' applied", database.name(), count, namespace);
  }

  private int applyMissing(Connection connection, MigrationLog log, Database database)
      throws SQLException {
    if (database.dialect() == Dialect.POSTGRESQL) {
      // why: a large table takes its time, and so does another program that migrates
      connection.setNetworkTimeout(Runnable::run, 0);
    }
    database.dialect().lock(connection, "baton migrations");
    List<Migration> missing = missing(log.read(connection), database);
    if (missing.isEmpty()) {
      return 0;
    }
    keepCopy(connection, missing.get(0), database);
    log.make(connection);
    for (Migration migration : missing) {
      run(connection, migration, database);
      log.add(connection, migration);
    }
    return missing.size();
  }

  private List<Migration> missing(List<Entry> applied, Database database) {
    if (applied.size() > known.size()) {
      Entry newest = applied.get(applied.size() - 1);
      throw new StorageException(
          Reason.NEWER_THAN_PROGRAM,
          database.name(),
          "it has migration %s of '%s', the program knows %d"
              .formatted(newest.file(), namespace, known.size()));
    }
    for (int place = 0; place < applied.size(); place++) {
      requireSame(known.get(place), applied.get(place), database);
    }
    return known.subList(applied.size(), known.size());
  }

  private void requireSame(Migration migration, Entry entry, Database database) {
    if (!migration.checksum().equals(entry.checksum())) {
      throw new StorageException(
          Reason.EDITED_MIGRATION,
          database.name(),
          "migration %s of '%s' is not the %s that was applied"
              .formatted(migration.file(), namespace, entry.file()));
    }
  }

  private void keepCopy(Connection connection, Migration next, Database database)
      throws SQLException {
    // why not before the first: it makes tables beside those of others, and changes nothing
    if (database.dialect() != Dialect.SQLITE
        || next.number() == 1
        || !MigrationLog.hasData(connection)) {
      return;
    }
    Path copy =
        Path.of(
            String.format(
                Locale.ROOT, "%s.before-%s-%04d", database.name(), namespace, next.number()));
    database.copyTo(copy);
    LOG.info("Database {}: copied to {} before migrating", database.name(), copy);
  }

  private void run(Connection connection, Migration migration, Database database)
      throws SQLException {
    Dialect dialect = database.dialect();
    try {
      dialect.runScript(connection, dialect.translate(migration.script()));
    } catch (SQLException failure) {
      if (dialect.reason(failure) == Reason.BUSY) {
        throw failure;
      }
      throw new StorageException(
          dialect.reason(failure),
          database.name(),
          "migration %s of '%s': %s".formatted(migration.file(), namespace, failure.getMessage()));
    }
  }

  /** The names of the files, in the order in which they are run. */
  public Stream<String> files() {
    return known.stream().map(Migration::file);
  }
}
