package dev.baton.orchestrator.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.orchestrator.node.Node.RefusedNodeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Names the node of a data directory among those that share a database. The directory remembers the
 * name, because a container has another host name after each start; a directory that was copied to
 * another place gets a name of its own.
 *
 * @param identity the same as long as the directory stays, and another for each
 */
record NodeName(String name, String identity) {
  private static final int MAX_LENGTH = 200;
  private static final String FILE = "server-name";

  /**
   * The name of a directory.
   *
   * @param given what it shall be called; blank for what it was called before, or by its place
   */
  static NodeName of(Path dataDirectory, String given) {
    try {
      var place = Files.createDirectories(dataDirectory).toRealPath();
      var remembered = find(place);
      if (remembered.isPresent() && isCalled(remembered.get(), given)) {
        return remembered.get();
      }
      if (remembered.isPresent()) {
        throw new RefusedNodeException(
            "The data directory %s is that of node '%s', which has its workspaces: leave out --name, or name another directory with --data-dir"
                .formatted(dataDirectory, remembered.get().name()));
      }
      var name =
          new NodeName(
              given.isBlank() ? cut(host() + ":" + place) : given, UUID.randomUUID().toString());
      Files.writeString(
          place.resolve(FILE), "%s\n%s\n%s\n".formatted(name.name(), name.identity(), place));
      return name;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Data directory %s cannot be used".formatted(dataDirectory), e);
    }
  }

  static boolean isRemembered(Path dataDirectory) {
    return Files.exists(dataDirectory.resolve(FILE));
  }

  /** Lets a directory have another name, because the one that it was to have is taken. */
  static void forget(Path dataDirectory) {
    try {
      Files.deleteIfExists(dataDirectory.resolve(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Data directory %s cannot be used".formatted(dataDirectory), e);
    }
  }

  private static boolean isCalled(NodeName remembered, String given) {
    return given.isBlank() || remembered.name().equals(given);
  }

  /** What a directory remembers that is where it was. */
  private static Optional<NodeName> find(Path place) throws IOException {
    var file = place.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    var lines = Files.readString(file).lines().map(String::strip).toList();
    if (lines.size() >= 3) {
      return Optional.of(new NodeName(lines.get(0), lines.get(1)))
          .filter(_ -> lines.get(2).equals(place.toString()));
    }
    return ofOlder(lines, place);
  }

  /** Before, the file had a line with host and place. */
  private static Optional<NodeName> ofOlder(List<String> lines, Path place) {
    return lines.stream()
        .findFirst()
        .filter(name -> name.endsWith(cut(":" + place)))
        .map(name -> new NodeName(name, UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).toString()));
  }

  private static String cut(String name) {
    return name.substring(Math.max(0, name.length() - MAX_LENGTH));
  }

  private static String host() throws IOException {
    var file = Path.of("/etc/hostname");
    return Files.isReadable(file) ? Files.readString(file).strip() : "localhost";
  }
}
