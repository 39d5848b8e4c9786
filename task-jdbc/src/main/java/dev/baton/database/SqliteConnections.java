package dev.baton.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** One connection that writes and a few that read. Thread safe. */
final class SqliteConnections implements Connections {
  private static final int READERS = 4;

  private final SqliteFile file;
  private final Connection writer;
  private final Permits writing = new Permits(1);
  private final Permits reading = new Permits(READERS);
  private final ConcurrentLinkedDeque<Connection> idleReaders = new ConcurrentLinkedDeque<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private SqliteConnections(SqliteFile file, Connection writer) {
    this.file = file;
    this.writer = writer;
  }

  static SqliteConnections open(SqliteFile file) {
    file.make();
    // why: while another program turns the new file into one with a log, this one is sent away
    Connection writer =
        new Persistence(file.path().toString(), Dialect.SQLITE, file.patience())
            .insist(file::connectForWriting);
    return new SqliteConnections(file, writer);
  }

  SqliteFile file() {
    return file;
  }

  @Override
  public Dialect dialect() {
    return Dialect.SQLITE;
  }

  @Override
  public String name() {
    return file.path().toString();
  }

  @Override
  public Lease writer() throws SQLException {
    take(writing);
    return new SqliteLease(writer, writing::giveBack);
  }

  @Override
  public Lease reader() throws SQLException {
    take(reading);
    Connection idle = idleReaders.pollFirst();
    try {
      Connection connection = idle == null ? file.connectForReading() : idle;
      return new SqliteLease(connection, () -> giveBackReader(connection));
    } catch (SQLException failure) {
      reading.giveBack();
      throw failure;
    }
  }

  private void giveBackReader(Connection connection) {
    idleReaders.addFirst(connection);
    reading.giveBack();
  }

  /**
   * A connection of its own for somebody who may leave it in any state; it counts as the writer.
   */
  Lease foreignWriter() throws SQLException {
    take(writing);
    try {
      return new SqliteLease(file.connectForWriting(), writing::giveBack);
    } catch (SQLException failure) {
      writing.giveBack();
      throw failure;
    }
  }

  @Override
  public <T> T undisturbed(Supplier<T> work) {
    // why: what SQLite does in this process knows no interrupts
    return work.get();
  }

  @Override
  public DataSource dataSource() {
    return new SqliteDataSource(this);
  }

  @Override
  public DatabasePresence presence() {
    return new FilePresence(file);
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    // why: whoever is at it may end first, but nobody can keep a program from ending
    writing.take(file.patience());
    for (int reader = 0; reader < READERS; reader++) {
      reading.take(file.patience());
    }
    idleReaders.forEach(this::close);
    close(writer);
  }

  private void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException failure) {
      throw new StorageException(Dialect.SQLITE.reason(failure), name(), failure);
    }
  }

  private void take(Permits permits) throws SQLException {
    if (closed.get()) {
      throw new SQLTransientConnectionException("it is closed");
    }
    if (!permits.take(file.patience())) {
      throw new SQLiteException(
          "all connections of this program were in use for %d ms"
              .formatted(file.patience().toMillis()),
          SQLiteErrorCode.SQLITE_BUSY);
    }
  }

  private record SqliteLease(Connection connection, Runnable giveBack) implements Lease {
    @Override
    public void close() {
      giveBack.run();
    }
  }

  /** Programs that share an SQLite file: each locks a byte of a file beside it. Thread safe. */
  private static final class FilePresence extends DatabasePresence {
    private final Path path;
    private Optional<LockFile> opened = Optional.empty();

    FilePresence(SqliteFile database) {
      path = database.path().resolveSibling(database.path().getFileName() + "-presence");
    }

    @Override
    synchronized void hold(long own) {
      file().hold(own);
    }

    @Override
    synchronized boolean isHeld(long other) {
      return file().isHeld(other);
    }

    // why: opened when it is needed, so that who only looks at a database leaves no file beside it
    private LockFile file() {
      LockFile file = opened.orElseGet(() -> LockFile.open(path));
      opened = Optional.of(file);
      return file;
    }

    @Override
    public synchronized void close() {
      opened.ifPresent(LockFile::close);
      opened = Optional.empty();
    }
  }

  /** Gives a library connections that take their turn with the writer. Thread safe. */
  private static final class SqliteDataSource extends PlainDataSource {
    private final SqliteConnections connections;

    SqliteDataSource(SqliteConnections connections) {
      this.connections = connections;
    }

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connections.Lease lease = connections.foreignWriter();
      AtomicBoolean closed = new AtomicBoolean();
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                try {
                  return method.invoke(lease.connection(), arguments);
                } catch (InvocationTargetException failure) {
                  throw failure.getCause() == null ? failure : failure.getCause();
                } finally {
                  if (method.getName().equals("close") && closed.compareAndSet(false, true)) {
                    lease.close();
                  }
                }
              });
    }
  }
}
