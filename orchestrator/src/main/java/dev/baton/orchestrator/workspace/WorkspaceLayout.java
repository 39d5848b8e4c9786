package dev.baton.orchestrator.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The layout of workspaces in the data directory: which file or directory is where. */
public final class WorkspaceLayout {
  private final Path data;

  public WorkspaceLayout(Path data) {
    try {
      Files.createDirectories(data);
      // why: git writes real paths into its files, and we compare with them
      this.data = data.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("Data directory %s cannot be used".formatted(data), e);
    }
  }

  Path data() {
    return data;
  }

  boolean holds(Path path) {
    return path.startsWith(data);
  }

  Path root(UUID attempt) {
    return data.resolve("worktrees").resolve(attempt.toString());
  }

  /** Directories on their way out. */
  Path trash() {
    return data.resolve("worktrees").resolve(".trash");
  }

  /** Files of one call. */
  Path scratch() {
    return data.resolve("scratch");
  }

  /** A new directory with our marker. */
  public Path newScratch() {
    try {
      Files.createDirectories(scratch());
      var directory = Files.createTempDirectory(scratch(), "git");
      MarkedDirectory.make(directory);
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be written".formatted(scratch()), e);
    }
  }
}
