package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Repositories inside a worktree, submodules or not: git stores no more of them than a commit's id,
 * so that files and history would be lost with the directory.
 */
final class NestedRepositories {
  private final Git git;
  private final WorkspaceLayout layout;
  private final Path gitDirectory;
  private final KeptRefs kept;

  NestedRepositories(Git git, WorkspaceLayout layout, Path gitDirectory, KeptRefs kept) {
    this.git = git;
    this.layout = layout;
    this.gitDirectory = gitDirectory;
    this.kept = kept;
  }

  /** Stages a whole directory, with the files of the repositories inside it in their places. */
  void stage(Path directory, PrivateIndex index, ExcludedPaths excluded) {
    var staging = new Staging(git, new GitPlace.Checkout(gitDirectory, directory), index, excluded);
    var before = new HashSet<>(staging.gitlinks());
    var nested = new ArrayList<>(staging.addAll());
    nested.addAll(staging.gitlinks());
    for (var path : nested) {
      var inside = path.below(directory);
      if (Files.exists(inside.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
        keepHistory(inside);
        if (!before.contains(path) || !isClean(inside)) {
          replace(staging, path, inside);
        }
      }
    }
  }

  private boolean isClean(Path inside) {
    var status =
        git.in(new GitPlace.Discovered(inside)).attempt("status", "--porcelain", "-z", "-uall");
    return status.succeeded() && status.bytes().length == 0;
  }

  private void replace(Staging staging, GitPath path, Path inside) {
    try (var index = PrivateIndex.empty(layout)) {
      stage(inside, index, ExcludedPaths.NOTHING);
      var part =
          new Staging(
              git, new GitPlace.Checkout(gitDirectory, inside), index, ExcludedPaths.NOTHING);
      var files = part.run("ls-tree", "-r", "-z", part.run("write-tree").text()).fields();
      git.run(
          staging
              .command("update-index", "--force-remove", "-z", "--stdin")
              .withPaths(List.of(path)));
      var entries = new ByteArrayOutputStream();
      while (files.hasNext()) {
        entries.writeBytes((files.nextUpTo('\t') + "\t").getBytes(StandardCharsets.UTF_8));
        entries.writeBytes(path.bytes());
        entries.write('/');
        entries.writeBytes(files.nextPath().bytes());
        entries.write(0);
      }
      git.run(
          staging.command("update-index", "-z", "--index-info").withInput(entries.toByteArray()));
    }
  }

  /** Fetches the commits that the other repository has for itself. */
  void keepHistory(Path inside) {
    var place = new GitPlace.Discovered(inside);
    var own =
        git.in(place)
            .attempt("rev-list", "--max-count=1", "--branches", "HEAD", "--not", "--remotes");
    if (!own.succeeded() || own.text().isEmpty() || isKept(place)) {
      return;
    }
    var name = kept.nextName(KeptRef.Kind.NESTED);
    git.in(new GitPlace.Bare(gitDirectory))
        .run(
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            inside.toString(),
            "+HEAD:" + name + "/HEAD",
            "+refs/heads/*:" + name + "/heads/*");
  }

  private boolean isKept(GitPlace place) {
    return git.in(place).run("rev-list", "--no-walk", "--branches", "HEAD").lines().stream()
        .allMatch(kept::isSafe);
  }
}
