package dev.baton.orchestrator.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Names the server of a data directory among those that share a database. The directory remembers
 * the name, because a container has another host name after each start; a directory that was copied
 * to another place gets a name of its own.
 */
final class NodeName {
  private static final int MAX_LENGTH = 200;
  private static final String FILE = "server-name";

  private NodeName() {}

  static String of(Path dataDirectory) {
    try {
      var place = Files.createDirectories(dataDirectory).toRealPath();
      var file = place.resolve(FILE);
      var remembered = Files.isRegularFile(file) ? Files.readString(file).strip() : "";
      if (remembered.endsWith(cut(":" + place))) {
        return remembered;
      }
      var name = cut(host() + ":" + place);
      Files.writeString(file, name + "\n");
      return name;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Data directory %s cannot be used".formatted(dataDirectory), e);
    }
  }

  private static String cut(String name) {
    return name.substring(Math.max(0, name.length() - MAX_LENGTH));
  }

  private static String host() throws IOException {
    var file = Path.of("/etc/hostname");
    return Files.isReadable(file) ? Files.readString(file).strip() : "localhost";
  }
}
