package dev.baton.orchestrator.git;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the branches of a repository are checked out. */
public record Checkouts(List<Entry> entries) {
  record Entry(Path path, String ref) {}

  public Checkouts {
    entries = List.copyOf(entries);
  }

  /**
   * All that git knows.
   *
   * @param repository one of them, or the directory that git itself has
   */
  public static Checkouts of(Git git, Path repository) {
    var common = CommonDirectory.of(repository);
    var fields =
        git.in(new GitPlace.Bare(common)).run("worktree", "list", "--porcelain", "-z").fields();
    var entries = new ArrayList<Entry>();
    var path = GitPath.of("/");
    while (fields.hasNext()) {
      var line = fields.nextPath();
      if (line.startsWith("worktree ")) {
        path = line.from("worktree ".length());
      } else if (line.startsWith("branch ")) {
        var ref = line.from("branch ".length()).shown();
        filesAt(git, path.file(), common, repository)
            .ifPresent(files -> entries.add(new Entry(files, ref)));
      }
    }
    return new Checkouts(entries);
  }

  /**
   * Where the files of a checkout are.
   *
   * <p>why: git names its own directory where that is not beside the files, as in a submodule.
   */
  private static Optional<Path> filesAt(Git git, Path path, Path common, Path repository) {
    if (!path.equals(common)) {
      return Optional.of(path);
    }
    var noted = git.in(new GitPlace.Bare(common)).attempt("config", "--get", "core.worktree");
    if (noted.succeeded()) {
      return Optional.of(common.resolve(noted.text()).normalize());
    }
    return Optional.of(repository).filter(top -> Worktree.find(common, top).isEmpty());
  }

  /** The directories that have a branch checked out and still exist. */
  public List<Path> on(String ref) {
    return entries.stream()
        .filter(entry -> entry.ref().equals(ref))
        .map(Entry::path)
        .filter(Files::isDirectory)
        .toList();
  }
}
