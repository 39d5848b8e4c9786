package dev.baton.orchestrator.git;

import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the directory in which git keeps what all checkouts of a repository share. */
public final class CommonDirectory {
  static final String POINTER = "gitdir: ";

  private CommonDirectory() {}

  /** The directory of a repository whose top is known; fails if it is not there any more. */
  public static Path of(Path top) {
    return find(top)
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "There is no git repository at %s any more".formatted(top),
                    "Move the repository back to %s, or add it again with add_repo at its new path"
                        .formatted(top)));
  }

  public static Optional<Path> find(Path top) {
    try {
      var dotGit = top.resolve(".git");
      if (Files.isDirectory(dotGit)) {
        return Optional.of(dotGit.toRealPath());
      }
      if (Files.isRegularFile(dotGit)) {
        return pointedAt(dotGit);
      }
      boolean bare = Files.isDirectory(top.resolve("objects")) && Files.exists(top.resolve("HEAD"));
      return bare ? Optional.of(top.toRealPath()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The directory that a {@code .git} file points at. */
  static Optional<Path> target(Path dotGit) throws IOException {
    var text = Files.readString(dotGit, StandardCharsets.UTF_8).strip();
    return text.startsWith(POINTER)
        ? Optional.of(dotGit.resolveSibling(text.substring(POINTER.length())).normalize())
        : Optional.empty();
  }

  private static Optional<Path> pointedAt(Path dotGit) throws IOException {
    var found = target(dotGit).filter(Files::isDirectory);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    var common = found.get().resolve("commondir");
    return Files.isRegularFile(common)
        ? Optional.of(found.get().resolve(Files.readString(common).strip()).toRealPath())
        : Optional.of(found.get().toRealPath());
  }
}
