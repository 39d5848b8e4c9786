package dev.baton.database;

import dev.baton.database.StorageException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A file whose bytes are locked, one for each holder. Its opener closes it, and that releases what
 * it held. Thread safe.
 */
final class LockFile implements AutoCloseable {
  // why: where a process closes a file it loses every lock that it has on it, so all share one
  private static final Map<Path, Shared> OPEN = new HashMap<>();

  private final Path path;
  private final Shared shared;
  private final Set<Long> own = new HashSet<>();

  private LockFile(Path path, Shared shared) {
    this.path = path;
    this.shared = shared;
  }

  /** The channel of this process, with its locks by their place. */
  private static final class Shared {
    private final FileChannel channel;
    private final Map<Long, FileLock> locks = new HashMap<>();
    private int users;

    private Shared(FileChannel channel) {
      this.channel = channel;
    }
  }

  static LockFile open(Path file) {
    synchronized (OPEN) {
      try {
        SqliteFile.makeForItsUser(file);
        Path path = file.toRealPath();
        Shared shared = OPEN.get(path);
        if (shared == null) {
          shared =
              new Shared(FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
          OPEN.put(path, shared);
        }
        shared.users++;
        return new LockFile(path, shared);
      } catch (IOException failure) {
        throw failure(file, failure);
      }
    }
  }

  /** Locks a byte, if this process has not locked it already. */
  void hold(long place) {
    synchronized (OPEN) {
      if (shared.locks.containsKey(place)) {
        return;
      }
      try {
        FileLock lock = shared.channel.tryLock(place, 1, false);
        if (lock == null) {
          throw new StorageException(Reason.BUSY, path.toString(), "its byte " + place);
        }
        shared.locks.put(place, lock);
        own.add(place);
      } catch (IOException failure) {
        throw failure(path, failure);
      }
    }
  }

  /** If any process has locked that byte. */
  boolean isHeld(long place) {
    synchronized (OPEN) {
      if (shared.locks.containsKey(place)) {
        return true;
      }
      // why shared: two who look at the same moment must not take each other for the holder
      try (FileLock lock = shared.channel.tryLock(place, 1, true)) {
        return lock == null;
      } catch (IOException failure) {
        throw failure(path, failure);
      }
    }
  }

  @Override
  public void close() {
    synchronized (OPEN) {
      try {
        for (long place : own) {
          FileLock lock = shared.locks.remove(place);
          if (lock != null) {
            lock.release();
          }
        }
        own.clear();
        if (--shared.users == 0) {
          OPEN.remove(path);
          shared.channel.close();
        }
      } catch (IOException failure) {
        throw failure(path, failure);
      }
    }
  }

  private static StorageException failure(Path path, IOException failure) {
    return new StorageException(Reason.CANNOT_OPEN, path.toString(), failure);
  }
}
