package dev.baton.orchestrator.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;

/** Files of a checkout that git does not have, whether it ignores them or not. */
public final class UnknownFiles {
  private UnknownFiles() {}

  /**
   * Those that a tree has other files in the place of.
   *
   * <p>why: git writes over files that it ignores without a word, and nobody else has them.
   */
  public static List<GitPath> inTheWayOf(Git git, GitPlace checkout, String tree) {
    var absent =
        git.in(checkout)
            .run(
                "diff-index",
                "--cached",
                "--name-only",
                "-z",
                "--no-renames",
                "--diff-filter=D",
                tree)
            .fields()
            .paths();
    var found = new LinkedHashSet<GitPath>();
    absent.forEach(path -> found.addAll(listAt(checkout.directory(), path)));
    if (!found.isEmpty()) {
      git.in(checkout).run("ls-files", "-z").fields().paths().forEach(found::remove);
    }
    return List.copyOf(found);
  }

  /** Other repositories inside a checkout, whose files git does not take. */
  public static List<GitPath> repositoriesIn(Git git, GitPlace checkout) {
    return git
        .in(checkout)
        .run("ls-files", "--others", "--exclude-standard", "-z")
        .fields()
        .paths()
        .stream()
        // why: of files that it does not know git names each, of another repository its directory
        .filter(path -> !path.equals(path.withoutSlashBehind()))
        .map(GitPath::withoutSlashBehind)
        .toList();
  }

  /** The file at a path, or in place of a directory that it is in, or the files below it. */
  private static List<GitPath> listAt(Path top, GitPath path) {
    var names = path.names();
    for (int end = 1; end <= names.size(); end++) {
      var part = GitPath.join(names.subList(0, end));
      var file = part.below(top);
      if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        return isThere(file) ? List.of(part) : List.of();
      }
    }
    return listBelow(top, path.below(top));
  }

  /** True also for a link that leads nowhere. */
  private static boolean isThere(Path file) {
    try {
      // why: where case does not count, a file that only got another case is no other file
      return file.toRealPath(LinkOption.NOFOLLOW_LINKS).endsWith(file.getFileName());
    } catch (IOException e) {
      return false;
    }
  }

  private static List<GitPath> listBelow(Path top, Path directory) {
    try (var files = Files.walk(directory)) {
      return files
          .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .map(top::relativize)
          // why: git takes no file of another repository's own directory
          .filter(file -> !file.toString().matches("(.*/)?\\.git(/.*)?"))
          .map(file -> GitPath.of(file.toString()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(directory), e);
    }
  }
}
