package dev.baton.database;

import java.nio.file.Path;
import java.util.Optional;

/** Programs that share an SQLite file: each locks a byte of a file beside it. Thread safe. */
final class FilePresence extends DatabasePresence {
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
