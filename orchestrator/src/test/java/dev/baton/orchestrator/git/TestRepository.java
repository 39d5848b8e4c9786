package dev.baton.orchestrator.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes real repositories, and runs git in them without the settings of who runs the tests. */
public final class TestRepository {
  private static final Map<String, String> NO_SETTINGS =
      Map.of("GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1", "HOME", "/dev/null");

  private TestRepository() {}

  /** Makes a repository on main whose first commit has one file. */
  public static Path make(Path place, String file, String text) {
    return make(place, Map.of(file, text));
  }

  /** Makes a repository on main whose first commit has these files. */
  public static Path make(Path place, Map<String, String> files) {
    files.forEach((name, text) -> write(place.resolve(name), text));
    git(place, "init", "-q", "-b", "main");
    git(place, "config", "user.name", "Ada");
    git(place, "config", "user.email", "ada@example.org");
    commitAll(place, "First");
    return place;
  }

  /** Commits all that is new or changed and not ignored. */
  public static void commitAll(Path checkout, String message) {
    git(checkout, "add", "-A");
    git(checkout, "commit", "-q", "--no-verify", "-m", message);
  }

  /** What git prints, without the line end. */
  public static String git(Path directory, String... arguments) {
    return run(
        directory, NO_SETTINGS, Stream.concat(Stream.of("git"), Stream.of(arguments)).toList());
  }

  /** What a program prints that must succeed, without the line end. */
  public static String run(Path directory, Map<String, String> environment, List<String> command) {
    try {
      var builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().putAll(environment);
      var process = builder.redirectErrorStream(true).start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s: %s", command, text).isZero();
      return text.stripTrailing();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Writes a file and the directories that it is in. */
  public static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
