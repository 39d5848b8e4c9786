package dev.baton.orchestrator.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * A directory for copies, which goes when the work with them is done. It goes with the program,
 * too: an interrupt ends that without closing anything. Thread safe.
 */
public final class PassingDirectory implements AutoCloseable {
  private final Path path;
  private final Thread atExit;

  private PassingDirectory(Path path) {
    this.path = path;
    this.atExit = new Thread(() -> deleteAtExit(path));
  }

  /** Makes one among the temporary files. */
  public static PassingDirectory make(String name) throws IOException {
    var made = new PassingDirectory(Files.createTempDirectory(name));
    Runtime.getRuntime().addShutdownHook(made.atExit);
    return made;
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    delete(path);
    try {
      var ignored = Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // why: the program ends already, and deletes what is there
    }
  }

  private static void delete(Path path) throws IOException {
    if (Files.exists(path)) {
      try (var files = Files.walk(path)) {
        for (var each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      }
    }
  }

  private static void deleteAtExit(Path path) {
    try {
      delete(path);
    } catch (IOException e) {
      // why: nobody is left who could be told
    }
  }
}
