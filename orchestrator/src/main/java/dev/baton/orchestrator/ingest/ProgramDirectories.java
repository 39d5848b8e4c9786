package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.process.ProgramDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Where the programs of attempts leave their output. */
public record ProgramDirectories(Path root) {
  public ProgramDirectories {
    root = root.toAbsolutePath();
  }

  public ProgramDirectory of(ExecutionProcess process) {
    return new ProgramDirectory(ofAttempt(process.attemptId()).resolve(process.id().toString()));
  }

  /** Where the images are that agents of an attempt are shown; it goes with the attempt. */
  public Path images(UUID attemptId) {
    return ofAttempt(attemptId).resolve("images");
  }

  private Path ofAttempt(UUID attemptId) {
    return root.resolve(attemptId.toString());
  }

  /** The attempts of which programs left something here. */
  public List<UUID> listAttempts() {
    return list(root).stream().flatMap(ProgramDirectories::id).toList();
  }

  /** The programs of an attempt that left something here. */
  public List<ProgramDirectory> list(UUID attemptId) {
    return list(ofAttempt(attemptId)).stream()
        .filter(path -> id(path).findFirst().isPresent())
        .map(ProgramDirectory::new)
        .toList();
  }

  private static List<Path> list(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (var files = Files.list(directory)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(directory), e);
    }
  }

  private static Stream<UUID> id(Path path) {
    try {
      return Stream.of(UUID.fromString(String.valueOf(path.getFileName())));
    } catch (IllegalArgumentException _) {
      return Stream.of();
    }
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
