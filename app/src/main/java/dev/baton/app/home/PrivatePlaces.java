package dev.baton.app.home;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of a data directory that only its user may read, however they were created. */
final class PrivatePlaces {
  private static final Set<PosixFilePermission> OF_THE_USER =
      PosixFilePermissions.fromString("rwx------");
  private static final List<String> NAMES =
      List.of(
          "worktrees",
          "runs",
          "scratch",
          "token",
          "owners.json",
          "sealing-key",
          "server.json",
          "open.html",
          "baton.db",
          "baton.db-wal",
          "baton.db-shm");

  private PrivatePlaces() {}

  /**
   * Takes from others what they may do with the directory and with what matters in it, as far as it
   * is the user's.
   *
   * @return a sentence for each place that is not, and that others can get at
   */
  static List<String> tighten(Path directory) throws IOException {
    var user = user();
    var warnings = new ArrayList<String>();
    for (var place :
        Stream.concat(Stream.of(directory), NAMES.stream().map(directory::resolve)).toList()) {
      if (Files.exists(place)) {
        tighten(place, user).ifPresent(warnings::add);
      }
    }
    return warnings;
  }

  private static UserPrincipal user() throws IOException {
    var probe = Files.createTempFile("baton", ".probe");
    try {
      return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
    } finally {
      Files.delete(probe);
    }
  }

  private static Optional<String> tighten(Path place, UserPrincipal user) throws IOException {
    var attributes = Files.readAttributes(place, PosixFileAttributes.class);
    var own =
        attributes.permissions().stream()
            .filter(OF_THE_USER::contains)
            .collect(Collectors.toUnmodifiableSet());
    if (own.equals(attributes.permissions())) {
      return Optional.empty();
    }
    try {
      if (attributes.owner().equals(user)) {
        Files.setPosixFilePermissions(place, own);
        return Optional.empty();
      }
    } catch (FileSystemException e) {
      return Optional.of(warning(place, attributes));
    }
    return Optional.of(warning(place, attributes));
  }

  private static String warning(Path place, PosixFileAttributes attributes) {
    return "%s belongs to %s and is open to others (%s): take it from them with chmod, or %s"
        .formatted(
            place,
            attributes.owner().getName(),
            PosixFilePermissions.toString(attributes.permissions()),
            DataDirectory.NAME_ANOTHER);
  }
}
