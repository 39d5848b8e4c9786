package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/** The programs that a server in a test has started, as the system sees them. */
final class LivePrograms {
  private LivePrograms() {}

  /** The directories of programs that have begun and not ended. */
  static List<Path> agents(Path directory) throws IOException {
    return files(directory, "program").stream()
        .filter(file -> !Files.exists(file.resolveSibling("exit")))
        .filter(file -> Files.exists(file.resolveSibling("wrapper")))
        .filter(file -> handle(file).isPresent())
        .map(Path::getParent)
        .toList();
  }

  /**
   * The files of this name in the directories of all programs. Their other files are not looked at,
   * because they come and go.
   */
  static List<Path> files(Path directory, String name) throws IOException {
    var found = new ArrayList<Path>();
    for (var attempt : list(directory.resolve("data/runs"))) {
      list(attempt).stream()
          .map(program -> program.resolve(name))
          .filter(Files::exists)
          .forEach(found::add);
    }
    return found;
  }

  private static List<Path> list(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.toList();
    } catch (NoSuchFileException | NotDirectoryException _) {
      return List.of();
    }
  }

  static void kill(Path run, boolean withWrapper) {
    if (withWrapper) {
      handle(run.resolve("wrapper")).ifPresent(ProcessHandle::destroyForcibly);
    }
    handle(run.resolve("program")).ifPresent(ProcessHandle::destroyForcibly);
  }

  private static Optional<ProcessHandle> handle(Path identity) {
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(identity).split(" ", 2)[0]))
          // why: who has ended and is not buried yet has no command any more
          .filter(process -> process.info().command().isPresent());
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until no process works in a directory: the server's own git does for moments. */
  static void awaitNoneBelow(Path directory) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(below(directory)).isEmpty());
  }

  /** The processes that work in a directory. */
  static List<String> below(Path directory) {
    return ProcessHandle.allProcesses()
        .map(process -> Path.of("/proc", Long.toString(process.pid()), "cwd"))
        .filter(link -> isBelow(link, directory))
        .map(Path::toString)
        .toList();
  }

  private static boolean isBelow(Path link, Path directory) {
    try {
      return Files.readSymbolicLink(link).startsWith(directory.toRealPath());
    } catch (IOException e) {
      // why: it has just ended, or is none of ours
      return false;
    }
  }
}
