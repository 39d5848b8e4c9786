package dev.baton.database;

import dev.baton.database.StorageException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.BusyHandler;
import org.sqlite.SQLiteConfig;

/**
 * An SQLite file and the settings with which it is opened. Immutable, thread safe.
 *
 * @param patience how long to wait for others who write
 */
record SqliteFile(Path path, Duration patience) {
  /**
   * How much is written before it is moved from the log into the file, in pages of 4 KiB. Whoever
   * commits next does it: with SQLite's own 1000 that was one small change in a hundred.
   */
  private static final int PAGES_BEFORE_CHECKPOINT = 4000;

  private static final int LARGEST_LOG_THAT_STAYS = 64 * 1024 * 1024;

  SqliteFile {
    path = path.toAbsolutePath().normalize();
  }

  static Path path(String text) {
    if (text.isBlank() || text.startsWith(":") || text.startsWith("file:")) {
      throw new StorageException(
          Reason.CANNOT_OPEN, "'" + text + "'", "it is not the path of a file");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException invalid) {
      throw new StorageException(Reason.CANNOT_OPEN, "'" + text + "'", invalid);
    }
  }

  /** Makes the file, for its user alone, if it is missing. */
  void make() {
    Path directory = path.getParent();
    if (directory == null || Files.isDirectory(path)) {
      throw new StorageException(Reason.CANNOT_OPEN, path.toString(), "it is a directory");
    }
    if (!Files.isDirectory(directory)) {
      throw new StorageException(
          Reason.CANNOT_OPEN, path.toString(), "there is no directory " + directory);
    }
    if (!Files.exists(path)) {
      makeForItsUser(path);
    }
  }

  Connection connectForWriting() throws SQLException {
    SQLiteConfig config = settings();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setJournalSizeLimit(LARGEST_LOG_THAT_STAYS);
    config.enforceForeignKeys(true);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    Connection connection = config.createConnection(url());
    try (Statement statement = connection.createStatement()) {
      BusyHandler.setHandler(connection, new Turn(patience.dividedBy(2)));
      statement.execute("pragma wal_autocheckpoint = " + PAGES_BEFORE_CHECKPOINT);
      return connection;
    } catch (SQLException failure) {
      connection.close();
      throw failure;
    }
  }

  Connection connectForReading() throws SQLException {
    SQLiteConfig config = settings();
    config.setReadOnly(true);
    return config.createConnection(url());
  }

  void copyTo(Path copy) {
    Path draft = copy.resolveSibling(copy.getFileName() + ".new");
    try {
      Files.deleteIfExists(draft);
      makeForItsUser(draft);
      vacuumInto(draft);
      // why: SQLite leaves it to the operating system when the copy reaches the disk
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(draft, copy, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw new StorageException(Reason.CANNOT_OPEN, copy.toString(), failure);
    }
  }

  private void vacuumInto(Path draft) {
    try (Connection connection = connectForReading();
        PreparedStatement vacuum = connection.prepareStatement("vacuum into ?")) {
      vacuum.setString(1, draft.toString());
      vacuum.execute();
    } catch (SQLException failure) {
      throw new StorageException(Dialect.SQLITE.reason(failure), draft.toString(), failure);
    }
  }

  /** Makes an empty file that nobody else may read, if it is missing. */
  static void makeForItsUser(Path file) {
    try {
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(file);
      }
    } catch (FileAlreadyExistsException sameMoment) {
      // why: two programs may start at the same moment, and either file will do
    } catch (IOException failure) {
      throw new StorageException(Reason.CANNOT_OPEN, file.toString(), failure);
    }
  }

  private SQLiteConfig settings() {
    SQLiteConfig config = new SQLiteConfig();
    // why: half of it, so that there is time for a second try
    config.setBusyTimeout(Math.toIntExact(patience.dividedBy(2).toMillis()));
    return config;
  }

  private String url() {
    return "jdbc:sqlite:" + path;
  }

  /**
   * Waits until another program lets this one write. Whoever comes when the lock is free has it, so
   * this looks again every few milliseconds: with SQLite's own pauses, of up to 100, a program that
   * writes all the time kept others from their turn for seconds. One connection, one thread at a
   * time.
   */
  private static final class Turn extends BusyHandler {
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    private final Duration patience;
    private long begin;

    Turn(Duration patience) {
      this.patience = patience;
    }

    @Override
    protected int callback(int looks) {
      if (looks == 0) {
        begin = System.nanoTime();
      }
      if (System.nanoTime() - begin > patience.toNanos()) {
        return 0;
      }
      // why: an interrupt does not disturb what is written, and is there again afterwards
      boolean interrupted = Thread.interrupted();
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return 1;
    }
  }
}
