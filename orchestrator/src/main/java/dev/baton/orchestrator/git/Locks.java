package dev.baton.orchestrator.git;

import dev.baton.mcp.internal.text.Sha256;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.workflow.internal.record.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One holder at a time for each directory, over all threads and processes. What belongs to git is
 * locked by a file in it, so that nodes with data directories of their own exclude each other; what
 * is not there yet, or cannot be written, by a file in a directory of lock files. A thread may hold
 * the same lock several times. Thread safe.
 */
final class Locks {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** In a directory of git. */
  static final String FILE = "baton.lock";

  // why of the whole program: a lock on a file belongs to it, not to who took it
  private static final Map<Path, Entry> ENTRIES = new HashMap<>();

  private final Path files;
  private final Duration patience;

  private static final class Entry {
    private final ReentrantLock lock = new ReentrantLock();
    // why a queue: it has the channel exactly while the lock is held, and nothing else
    private final ArrayDeque<FileChannel> channel = new ArrayDeque<>();
    private int users;
  }

  Locks(Path files, Duration patience) {
    this.files = files;
    this.patience = patience;
  }

  <T> T hold(Collection<Path> directories, Supplier<T> work) {
    var deadline = System.nanoTime() + patience.toNanos();
    // why sorted: two that need the same locks take them in the same order
    return hold(new ArrayDeque<>(new TreeSet<>(directories)), deadline, work);
  }

  private <T> T hold(ArrayDeque<Path> rest, long deadline, Supplier<T> work) {
    if (rest.isEmpty()) {
      return work.get();
    }
    var directory = rest.removeFirst();
    var entry = enter(directory);
    try {
      lock(entry, directory, deadline);
      try {
        return hold(rest, deadline, work);
      } finally {
        unlock(entry);
      }
    } finally {
      leave(directory);
    }
  }

  private static Entry enter(Path directory) {
    synchronized (ENTRIES) {
      var entry = ENTRIES.computeIfAbsent(directory, _ -> new Entry());
      entry.users++;
      return entry;
    }
  }

  private static void leave(Path directory) {
    synchronized (ENTRIES) {
      ENTRIES.computeIfPresent(directory, (_, entry) -> --entry.users == 0 ? null : entry);
    }
  }

  private void lock(Entry entry, Path directory, long deadline) {
    try {
      if (!entry.lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw busy(directory);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GitException("Interrupted while waiting for " + directory, e);
    }
    if (entry.lock.getHoldCount() == 1) {
      boolean locked = false;
      try {
        entry.channel.add(lockFile(directory, deadline));
        locked = true;
      } finally {
        if (!locked) {
          entry.lock.unlock();
        }
      }
    }
  }

  private static void unlock(Entry entry) {
    try {
      if (entry.lock.getHoldCount() == 1) {
        entry.channel.remove().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      entry.lock.unlock();
    }
  }

  private FileChannel lockFile(Path directory, long deadline) {
    try {
      var channel = open(directory);
      while (channel.tryLock() == null) {
        if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
          channel.close();
          throw busy(directory);
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
      return channel;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private FileChannel open(Path directory) throws IOException {
    var file = directory.resolve(FILE);
    var isOfGit = Files.isDirectory(directory.resolve("objects"));
    if (!isOfGit || !Files.isWritable(Files.exists(file) ? file : directory)) {
      Files.createDirectories(files);
      file = files.resolve(nameOf(directory));
    }
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private ToolFailure busy(Path directory) {
    return new ToolFailure(
        BoardFailureCode.ATTEMPT_BUSY,
        "Something else has been at work in %s for %s"
            .formatted(directory, Sentence.counted(patience.toSeconds(), "second")),
        "Repeat the call later");
  }

  private static String nameOf(Path directory) {
    return Sha256.hex(directory.toString()).substring(0, 32) + ".lock";
  }
}
