package dev.baton.orchestrator.git;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the branches of a repository are checked out. */
public record Checkouts(List<Entry> entries) {
  record Entry(Path path, String ref) {}

  public Checkouts {
    entries = List.copyOf(entries);
  }

  public static Checkouts of(Git git, Path common) {
    var fields =
        git.in(new GitPlace.Bare(common)).run("worktree", "list", "--porcelain", "-z").fields();
    var entries = new ArrayList<Entry>();
    var path = GitPath.of("/");
    while (fields.hasNext()) {
      var line = fields.nextPath();
      if (line.startsWith("worktree ")) {
        path = line.from("worktree ".length());
      } else if (line.startsWith("branch ")) {
        entries.add(new Entry(path.file(), line.from("branch ".length()).shown()));
      }
    }
    return new Checkouts(entries);
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
