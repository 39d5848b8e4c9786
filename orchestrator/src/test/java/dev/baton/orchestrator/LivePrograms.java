package dev.baton.orchestrator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The programs that a server in a test has started, as the system sees them. */
final class LivePrograms {
  private LivePrograms() {}

  /** The directories of the runs that have begun and not ended. */
  static List<Path> agents(Path directory) throws IOException {
    var runs = directory.resolve("data/runs");
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (var files = Files.find(runs, 3, (file, _) -> file.endsWith("program"))) {
      return files
          .map(Path::getParent)
          .filter(run -> !Files.exists(run.resolve("exit")))
          .filter(run -> Files.exists(run.resolve("wrapper")))
          .filter(run -> handle(run.resolve("program")).isPresent())
          .toList();
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
