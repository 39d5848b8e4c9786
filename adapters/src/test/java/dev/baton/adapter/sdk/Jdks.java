package dev.baton.adapter.sdk;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** The JDKs of this machine. */
public final class Jdks {
  private Jdks() {}

  /** The one that runs the tests. */
  public static Path current() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Ends the calling test if there is no JDK 17: skipped on a desk, failed on a build server. */
  public static Path seventeenOrSkip() throws IOException {
    var found = find("17");
    if (found.isPresent()) {
      return found.get();
    }
    var reason =
        "Stock servers did not run on Java 17: no JDK 17 was found; install one, or set JAVA_HOME_17 to its directory";
    LoggerFactory.getLogger(Jdks.class).warn(reason);
    return "true".equals(System.getenv("CI")) ? fail(reason) : abort(reason);
  }

  private static Optional<Path> find(String feature) throws IOException {
    for (var home : candidates(feature)) {
      if (Files.isExecutable(home.resolve("bin/java")) && isFeature(home, feature)) {
        return Optional.of(home);
      }
    }
    return Optional.empty();
  }

  private static List<Path> candidates(String feature) {
    var user = Path.of(System.getProperty("user.home"));
    return Stream.concat(
            Stream.ofNullable(System.getenv("JAVA_HOME_" + feature)).map(Path::of),
            Stream.of(
                    Path.of("/usr/lib/jvm"),
                    Path.of("/opt"),
                    user.resolve(".sdkman/candidates/java"),
                    user.resolve(".jdks"))
                .flatMap(Jdks::children))
        .toList();
  }

  private static Stream<Path> children(Path directory) {
    var names = Optional.ofNullable(directory.toFile().list()).orElse(new String[0]);
    return Stream.of(names).sorted().map(directory::resolve);
  }

  private static boolean isFeature(Path home, String feature) throws IOException {
    var release = home.resolve("release");
    return Files.isReadable(release)
        && Files.readString(release).contains("JAVA_VERSION=\"" + feature + ".");
  }
}
