package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.transport.BrowserSessions.OpenSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file that keeps the sessions of browsers over a restart, if there is one. */
final class SessionFile {
  private static final Logger LOG = LoggerFactory.getLogger(SessionFile.class);

  private final Optional<Path> file;

  SessionFile(Optional<Path> file) {
    this.file = file;
  }

  /** What was kept; a file that cannot be read costs people one more click on the link. */
  Map<String, OpenSession> load() {
    var sessions = new HashMap<String, OpenSession>();
    if (file.isEmpty() || !Files.isRegularFile(file.get())) {
      return sessions;
    }
    try {
      for (var line : Files.readAllLines(file.get(), UTF_8)) {
        var parts = line.split(" ", -1);
        if (parts.length == 3) {
          sessions.put(
              parts[0], new OpenSession(parts[2], Instant.ofEpochMilli(Long.parseLong(parts[1]))));
        }
      }
    } catch (IOException | NumberFormatException e) {
      LOG.warn("The sessions of browsers in {} cannot be read; they have ended", file.get(), e);
    }
    return sessions;
  }

  void save(Map<String, OpenSession> sessions) {
    if (file.isEmpty()) {
      return;
    }
    var text =
        sessions.entrySet().stream()
            .map(
                entry ->
                    "%s %d %s\n"
                        .formatted(
                            entry.getKey(),
                            entry.getValue().lastUsed().toEpochMilli(),
                            entry.getValue().token()))
            .collect(Collectors.joining());
    try {
      var fresh = file.get().resolveSibling(file.get().getFileName() + ".new");
      Files.deleteIfExists(fresh);
      try (var channel =
          Files.newByteChannel(
              fresh,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
        var bytes = UTF_8.encode(text);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
      Files.move(
          fresh, file.get(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.warn("The sessions of browsers are not kept: {} cannot be written", file.get(), e);
    }
  }
}
