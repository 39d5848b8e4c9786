package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Copies files that are not in git from a repository into a new worktree. */
final class CopiedFiles {
  private static final int MOST_FILES = 10_000;

  private final Path from;
  private final Path to;

  CopiedFiles(Path from, Path to) {
    this.from = from;
    this.to = to;
  }

  /** Copies what the globs name, directories whole; what the worktree has already stays. */
  List<Path> copy(List<String> globs) {
    var copied = new ArrayList<Path>();
    for (var glob : globs) {
      var matchers = matchers(glob);
      try {
        Files.walkFileTree(start(glob), new Copying(matchers, copied));
      } catch (IOException e) {
        throw new UncheckedIOException(
            "What '%s' names in %s cannot be copied".formatted(glob, from), e);
      }
    }
    return copied;
  }

  private static List<PathMatcher> matchers(String glob) {
    if (glob.isBlank()
        || glob.startsWith("/")
        || Stream.of(glob.split("/")).anyMatch(".."::equals)) {
      throw ToolFailure.invalid(
          "'%s' does not name files inside the repository".formatted(glob),
          "Use a glob relative to the top of the repository, such as '.env' or 'config/*.local'");
    }
    try {
      // why the second: '**/x' means 'x' at the top too
      return Stream.of(glob, glob.startsWith("**/") ? glob.substring(3) : glob)
          .map(each -> FileSystems.getDefault().getPathMatcher("glob:" + each))
          .toList();
    } catch (PatternSyntaxException e) {
      throw ToolFailure.invalid(
          "'%s' is not a glob: %s".formatted(glob, e.getDescription()),
          "Correct the files to copy of the repository");
    }
  }

  /** The deepest directory that all matches are in. */
  private Path start(String glob) {
    var names = List.of(glob.split("/"));
    var start = from;
    for (var name : names.subList(0, names.size() - 1)) {
      if (name.chars().anyMatch(c -> "*?[{\\".indexOf(c) >= 0)) {
        break;
      }
      start = start.resolve(name);
    }
    return Files.isDirectory(start, LinkOption.NOFOLLOW_LINKS) ? start : from;
  }

  private final class Copying extends SimpleFileVisitor<Path> {
    private final List<PathMatcher> matchers;
    private final List<Path> copied;

    private Copying(List<PathMatcher> matchers, List<Path> copied) {
      this.matchers = matchers;
      this.copied = copied;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return directory.endsWith(".git") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      var relative = from.relativize(file);
      if (attributes.isRegularFile() && isNamed(relative)) {
        copy(file, relative);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    /** True if the file or a directory above it matches. */
    private boolean isNamed(Path relative) {
      for (int i = 1; i <= relative.getNameCount(); i++) {
        var part = relative.subpath(0, i);
        if (matchers.stream().anyMatch(matcher -> matcher.matches(part))) {
          return true;
        }
      }
      return false;
    }

    private void copy(Path file, Path relative) throws IOException {
      var target = to.resolve(relative);
      var parent = to.resolve(relative).getParent();
      if (parent == null || Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      if (copied.size() >= MOST_FILES) {
        throw ToolFailure.invalid(
            "The files to copy of %s are more than %d".formatted(from, MOST_FILES),
            "Name fewer files, and let a setup script make the others");
      }
      Files.createDirectories(parent);
      if (!parent.toRealPath().startsWith(to)) {
        return;
      }
      Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
      copied.add(relative);
    }
  }
}
