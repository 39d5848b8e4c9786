package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.process.ProgramDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** Where the programs of attempts leave their output. */
public record ProgramDirectories(Path root) {
  public ProgramDirectories {
    root = root.toAbsolutePath();
  }

  public ProgramDirectory of(ExecutionProcess process) {
    return new ProgramDirectory(ofAttempt(process.attemptId()).resolve(process.id().toString()));
  }

  private Path ofAttempt(UUID attemptId) {
    return root.resolve(attemptId.toString());
  }

  /** Deletes what a program left that has ended; its output is in the store. */
  public void delete(ExecutionProcess process) throws IOException {
    delete(of(process).path());
  }

  /** The same for all programs of an attempt. */
  public void delete(UUID attemptId) throws IOException {
    delete(ofAttempt(attemptId));
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<Path> all;
    try (var files = Files.walk(directory)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (var file : all) {
      Files.delete(file);
    }
  }
}
