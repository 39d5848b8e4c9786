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
import java.util.stream.Stream;
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

  /** Ends all that works in a directory, and what that starts meanwhile. */
  static void endBelow(Path directory) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              var left = processes(directory).toList();
              left.forEach(ProcessHandle::destroyForcibly);
              return left.isEmpty();
            });
  }

  /** The processes that work in a directory, by where the system says so. */
  static List<String> below(Path directory) {
    return processes(directory).map(LivePrograms::workingDirectory).map(Path::toString).toList();
  }

  private static Stream<ProcessHandle> processes(Path directory) {
    return ProcessHandle.allProcesses().filter(process -> isBelow(process, directory));
  }

  private static Path workingDirectory(ProcessHandle process) {
    return Path.of("/proc", Long.toString(process.pid()), "cwd");
  }

  private static boolean isBelow(ProcessHandle process, Path directory) {
    try {
      return Files.readSymbolicLink(workingDirectory(process)).startsWith(directory.toRealPath());
    } catch (IOException e) {
      // why: it has just ended, or is none of ours
      return false;
    }
  }
}
