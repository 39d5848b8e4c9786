package dev.baton.orchestrator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names the server of a data directory among those that share a database. */
final class ServerName {
  private static final int MAX_LENGTH = 200;

  private ServerName() {}

  static String of(Path dataDirectory) {
    try {
      var name = host() + ":" + Files.createDirectories(dataDirectory).toRealPath();
      return name.substring(Math.max(0, name.length() - MAX_LENGTH));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Data directory %s cannot be used".formatted(dataDirectory), e);
    }
  }

  private static String host() throws IOException {
    var file = Path.of("/etc/hostname");
    return Files.isReadable(file) ? Files.readString(file).strip() : "localhost";
  }
}
