package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths of repositories as callers write them. */
final class RepoPath {
  private RepoPath() {}

  static Path read(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "'%s' cannot be a path: %s".formatted(text, e.getReason()),
          "Repeat the call with the absolute path of a local git repository in path");
    }
  }
}
