package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.ToolFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths of repositories as callers write them. */
final class RepoPath {
  /** What the system takes as a path. */
  private static final int LONGEST = 4096;

  private RepoPath() {}

  /** Reads the path at this place of the arguments. */
  static Path read(String place, String text) {
    var length = text.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST) {
      throw ToolFailure.invalid(
          place,
          "The path has %d bytes, but at most %d are possible".formatted(length, LONGEST),
          "Repeat the call with the absolute path of a local git repository in path");
    }
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
