package dev.baton.app;

import java.nio.file.Files;
import java.nio.file.Path;

/** The source tree that the tests belong to. */
public final class Repository {
  private Repository() {}

  /** The directory that the launcher is in. */
  public static Path root() {
    var directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("tools/find-jdk"))) {
      var parent = directory.getParent();
      if (parent == null) {
        throw new IllegalStateException("The tests do not run inside of the repository");
      }
      directory = parent;
    }
    return directory;
  }
}
