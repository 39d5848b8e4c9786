package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.ToolFailure;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths of repositories as callers write them. */
final class RepoPath {
  private RepoPath() {}

  /** Reads the path at this place of the arguments. */
  static Path read(String place, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw ToolFailure.invalid(
          place,
          "'%s' cannot be a path: %s".formatted(text, e.getReason()),
          "Repeat the call with the absolute path of a local git repository in path");
    }
  }
}
