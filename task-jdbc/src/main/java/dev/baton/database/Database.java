package dev.baton.database;

import dev.baton.database.StorageException.Reason;
import dev.baton.task.Presence;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * An SQLite file or a PostgreSQL server, behind the same few methods. Thread safe; close it last.
 *
 * <p>SQLite has one connection that writes, so transactions of a process follow each other, and
 * several that read beside it. What {@link #write} acknowledged survives the death of the process
 * and of the machine. An interrupt does not disturb a transaction; it stays set for the caller. On
 * PostgreSQL the work runs on a thread of the database's own for that. That the database cannot be
 * reached is logged once, and once that it answers again.
 *
 * {@snippet file="dev/baton/database/DatabaseExamplesTest.java" region="database"}
 */
public final class Database implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Connections connections;
  private final Persistence persistence;
  private final Queue<DatabasePresence> presences = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<Boolean> inUse = ThreadLocal.withInitial(() -> false);

  private Database(Connections connections, Duration patience) {
    this.connections = connections;
    persistence = new Persistence(connections.name(), connections.dialect(), patience);
    connections.onFailure(persistence::notConnected);
  }

  /**
   * Opens {@code jdbc:postgresql://HOST:PORT/NAME?user=…&password=…}, {@code jdbc:sqlite:FILE} or
   * the path of an SQLite file, which is made if it is missing.
   *
   * @throws StorageException if it cannot be opened, or is a PostgreSQL before 14
   */
  public static Database open(String address) {
    return open(DatabaseAddress.parse(address));
  }

  /** Opens the database at an address; a file is made if it is missing. */
  public static Database open(DatabaseAddress address) {
    return address
        .server()
        .map(server -> new Database(PostgresConnections.open(server, PATIENCE), PATIENCE))
        .orElseGet(() -> open(address.file().orElseThrow()));
  }

  /** Opens an SQLite file, which is made if it is missing; its directory must be there. */
  public static Database open(Path file) {
    return open(file, PATIENCE);
  }

  static Database open(Path file, Duration patience) {
    return new Database(SqliteConnections.open(new SqliteFile(file, patience)), patience);
  }

  public Dialect dialect() {
    return connections.dialect();
  }

  /** What people know this database by: the file, or the address without credentials. */
  public String name() {
    return connections.name();
  }

  /**
   * Hears what programs tell each other on a channel of PostgreSQL, as long as somebody wants to. A
   * connection that breaks is opened again, and an empty text says that something may be missed.
   *
   * @throws IllegalStateException if this is SQLite, where one program writes
   */
  public void hear(String channel, Consumer<String> listener, BooleanSupplier isWanted) {
    if (dialect() != Dialect.POSTGRESQL) {
      throw new IllegalStateException("%s has no channels".formatted(name()));
    }
    Notifications.hear(dataSource(), channel, listener, isWanted);
  }

  /**
   * Does the work in one transaction. If others are in the way it is done again from its start, for
   * a few seconds; what the work throws comes out, and nothing is changed.
   *
   * @throws StorageException if the database fails
   * @throws IllegalStateException if this thread is in {@code write} or {@code read} already
   */
  public <T> T write(Work<T> work) {
    return alone(() -> persistence.insist(() -> transaction(work)));
  }

  /**
   * Does work of one statement, which is a transaction of its own. It is {@link #write} without the
   * messages that begin and end a transaction.
   *
   * @throws StorageException if the database fails
   * @throws IllegalStateException if this thread is in {@code write} or {@code read} already
   */
  public <T> T writeOnce(Work<T> work) {
    return alone(() -> persistence.insist(() -> statement(work)));
  }

  /**
   * Does work that only reads. Every statement sees what was committed when it began; what must fit
   * together is read by one statement, or in {@link #write}.
   *
   * @throws StorageException if the database fails
   * @throws IllegalStateException if this thread is in {@code write} or {@code read} already
   */
  public <T> T read(Work<T> work) {
    return alone(() -> persistence.insist(() -> query(work)));
  }

  /**
   * Connections for a library that manages its own; they commit every statement unless told
   * otherwise, and must be closed soon. On SQLite it is the one connection that writes, for which
   * {@link #write} waits meanwhile: do not call that with one of these open.
   */
  public DataSource dataSource() {
    return connections.dataSource();
  }

  /**
   * Writes a consistent copy of an SQLite file, while others go on. A file that is there is
   * replaced.
   *
   * @throws StorageException if it cannot be written
   * @throws UnsupportedOperationException on PostgreSQL, which has its own program for it
   */
  public void copyTo(Path copy) {
    if (!(connections instanceof SqliteConnections sqlite)) {
      throw new UnsupportedOperationException(
          "%s is not a file; copy it with pg_dump".formatted(name()));
    }
    sqlite.file().copyTo(copy);
  }

  /** A new name among the programs that share this database, until the database is closed. */
  public Presence presence() {
    DatabasePresence presence = connections.presence();
    presences.add(presence);
    return presence;
  }

  @Override
  public void close() {
    presences.forEach(DatabasePresence::close);
    connections.close();
  }

  private <T> T transaction(Work<T> work) throws SQLException {
    try (Connections.Lease lease = connections.writer()) {
      Connection connection = lease.connection();
      dialect().begin(connection);
      T result;
      try {
        result = work.in(connection);
      } catch (Throwable failure) {
        rollback(connection, failure);
        throw failure;
      }
      commit(connection);
      return result;
    }
  }

  private <T> T statement(Work<T> work) throws SQLException {
    try (Connections.Lease lease = connections.writer()) {
      return committed(work, lease.connection());
    }
  }

  private static <T> T committed(Work<T> work, Connection connection) throws SQLException {
    try {
      return work.in(connection);
    } catch (SQLException failure) {
      throw new UnconfirmedException(failure);
    }
  }

  private void commit(Connection connection) throws SQLException {
    try {
      dialect().commit(connection);
    } catch (SQLException failure) {
      rollback(connection, failure);
      throw new UnconfirmedException(failure);
    }
  }

  private void rollback(Connection connection, Throwable because) {
    try {
      dialect().rollback(connection);
    } catch (SQLException ended) {
      // why: SQLite ends the transaction by itself after some failures, and so does a lost
      // connection; the first failure is the one to tell
      because.addSuppressed(ended);
    }
  }

  private <T> T query(Work<T> work) throws SQLException {
    try (Connections.Lease lease = connections.reader()) {
      try {
        return work.in(lease.connection());
      } catch (SQLException failure) {
        if (dialect().reason(failure) != Reason.UNREACHABLE) {
          throw failure;
        }
      }
    }
    // why: the server may have cut an idle connection, and the pool gives another one
    try (Connections.Lease lease = connections.reader()) {
      return work.in(lease.connection());
    }
  }

  private <T> T alone(Supplier<T> call) {
    if (inUse.get()) {
      throw new IllegalStateException(
          "This thread uses database %s already; pass the connection on instead".formatted(name()));
    }
    try {
      return connections.undisturbed(
          () -> {
            inUse.set(true);
            try {
              return call.get();
            } finally {
              inUse.remove();
            }
          });
    } catch (StorageException failure) {
      if (failure.reason() == Reason.BUSY && persistence.isAway()) {
        throw new StorageException(
            Reason.UNREACHABLE, name(), "all connections of this program wait for it");
      }
      throw failure;
    }
  }
}
