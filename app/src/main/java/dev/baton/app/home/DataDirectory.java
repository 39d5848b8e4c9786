package dev.baton.app.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where Baton keeps what must survive it, for its user alone. The directory is made at the first
 * write. Thread safe, also between processes.
 */
public final class DataDirectory {
  /** What to do if this one cannot be used. */
  public static final String NAME_ANOTHER = "name another directory with --data-dir or BATON_HOME";

  private static final String LOCK_FILE = "lock";
  private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY_OF_THE_USER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> FILE_OF_THE_USER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  // why: the operating system's file locks are held by the process, not by the thread
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  private final Path path;

  public DataDirectory(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  /** The directory that the environment names, else the one that the platform has for such data. */
  public static DataDirectory ofUser(Map<String, String> environment, String platform, Path home) {
    return new DataDirectory(
        named(environment, "BATON_HOME")
            .or(() -> named(environment, "XDG_DATA_HOME").map(data -> data.resolve("baton")))
            .orElseGet(() -> home.resolve(below(platform))));
  }

  private static Optional<Path> named(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }

  private static String below(String platform) {
    return platform.startsWith("Mac") ? "Library/Application Support/baton" : ".local/share/baton";
  }

  public Path path() {
    return path;
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  /** Replaces a file whole: whoever reads it sees the old content or the new one. */
  public void write(String name, byte[] content) throws IOException {
    make();
    var draft = Files.createTempFile(path, name, ".new", FILE_OF_THE_USER);
    try {
      try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        var bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(draft, file(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
    // why: the new name is on disk only when the directory is
    try (var directory = FileChannel.open(path, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /** What is done with a directory that nobody else changes meanwhile. */
  public interface Change<T> {
    T apply() throws IOException;
  }

  /** Makes a change while every other process that wants to make one waits. */
  public <T> T exclusively(Change<T> change) throws IOException {
    return exclusively(LOCK_FILE, change);
  }

  /** The same with a lock of its own, for a change that lets another process change things. */
  public <T> T exclusively(String lockFile, Change<T> change) throws IOException {
    make();
    IN_THIS_PROCESS.lock();
    try (var channel =
            FileChannel.open(
                file(lockFile),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                FILE_OF_THE_USER);
        var _ = channel.lock()) {
      return change.apply();
    } finally {
      IN_THIS_PROCESS.unlock();
    }
  }

  /** Makes the directory, if it is not there. */
  public void make() throws IOException {
    if (!Files.isDirectory(path)) {
      Files.createDirectories(path, DIRECTORY_OF_THE_USER);
    }
  }

  /**
   * Makes the directory, and keeps others out of it as far as it is the user's.
   *
   * @return a sentence for each place that is not, and that others can get at
   */
  public List<String> tighten() throws IOException {
    make();
    return PrivatePlaces.tighten(path);
  }

  /** Why a directory cannot be used, in words. */
  public static String reason(IOException problem) {
    return switch (problem) {
      case FileAlreadyExistsException there -> there.getFile() + " is no directory";
      case NoSuchFileException missing -> missing.getFile() + " cannot be made";
      case AccessDeniedException denied -> "access to %s is denied".formatted(denied.getFile());
      default -> String.valueOf(problem.getMessage());
    };
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
