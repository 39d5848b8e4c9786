package dev.baton.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the build has packed. */
final class Archives {
  private Archives() {}

  /** The archive that needs a JDK. */
  static Path plain() throws IOException {
    try (var files = Files.list(Repository.root().resolve("app/target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("baton-\\d.*\\.tar\\.gz"))
          .findFirst()
          .orElseThrow();
    }
  }
}
