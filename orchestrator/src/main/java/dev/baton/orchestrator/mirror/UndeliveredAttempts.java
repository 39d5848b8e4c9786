package dev.baton.orchestrator.mirror;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts whose work has yet to come home, each an empty file, so that a node that is started
 * again knows of them. Thread safe.
 */
final class UndeliveredAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(UndeliveredAttempts.class);

  private final Path directory;
  private final Set<UUID> known = ConcurrentHashMap.newKeySet();

  private UndeliveredAttempts(Path directory) {
    this.directory = directory;
  }

  static UndeliveredAttempts in(Path directory) {
    var undelivered = new UndeliveredAttempts(directory);
    if (Files.isDirectory(directory)) {
      try (var files = Files.list(directory)) {
        files
            .map(file -> UUID.fromString(String.valueOf(file.getFileName())))
            .forEach(undelivered.known::add);
      } catch (IOException e) {
        throw new UncheckedIOException("%s cannot be read".formatted(directory), e);
      }
    }
    return undelivered;
  }

  List<UUID> list() {
    return known.stream().sorted().toList();
  }

  /** False if it was known. */
  boolean add(UUID attemptId) {
    if (!known.add(attemptId)) {
      return false;
    }
    try {
      Files.createDirectories(directory);
      Files.write(directory.resolve(attemptId.toString()), new byte[0]);
    } catch (IOException e) {
      // why only said: it is known as long as this node lives, and the disk may be full
      LOG.warn("Attempt {} would be forgotten by a restart", attemptId, e);
    }
    return true;
  }

  void remove(UUID attemptId) {
    if (known.contains(attemptId)) {
      try {
        Files.deleteIfExists(directory.resolve(attemptId.toString()));
      } catch (IOException e) {
        throw new UncheckedIOException("%s cannot be changed".formatted(directory), e);
      }
      known.remove(attemptId);
    }
  }
}
