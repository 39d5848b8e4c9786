package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths of repositories as callers write them. */
final class RepoPath {
  private RepoPath() {}

  // why absolute: the caller does not know which directory the server was started in
  static Path read(String text) {
    try {
      var path = Path.of(text);
      if (path.isAbsolute()) {
        return path;
      }
    } catch (InvalidPathException e) {
      throw invalid("path '%s' cannot be a path: %s".formatted(text, e.getReason()));
    }
    throw invalid("path '%s' is not absolute".formatted(text));
  }

  private static ToolFailure invalid(String message) {
    return new ToolFailure(
        FailureCode.INVALID_ARGUMENT,
        message,
        "Repeat the call with the absolute path of a local git repository in path");
  }
}
