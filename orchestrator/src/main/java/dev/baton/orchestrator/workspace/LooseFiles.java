package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Files in a workspace that are in none of its worktrees: an agent that works on several
 * repositories starts above them. Its callers hold the lock of the repository.
 */
final class LooseFiles {
  private final Git git;
  private final WorkspaceLayout layout;

  LooseFiles(Git git, WorkspaceLayout layout) {
    this.git = git;
    this.layout = layout;
  }

  /** Keeps them under a ref of one repository, as a commit that has no other files. */
  void keep(Workspace workspace, WorkspaceRepo repo) {
    var worktrees = worktrees(workspace);
    if (!hasMoreThan(worktrees, workspace)) {
      return;
    }
    var common = CommonDirectory.of(repo.repository());
    var place = new GitPlace.Bare(common);
    var kept = new KeptRefs(git, place, workspace.attempt(), repo.name());
    try (var index = PrivateIndex.empty(layout)) {
      new NestedRepositories(git, layout, common, kept).stage(workspace.root(), index, worktrees);
      if (index.isEmpty()) {
        return;
      }
      var tree = new Staging(git, place, index, ExcludedPaths.NOTHING).run("write-tree").text();
      // why no time: the same files give the same commit, and are kept once
      var signature = Identity.ours(0);
      kept.keep(
          CommitObject.of(tree, List.of(), signature, "What was beside the worktrees")
              .write(git, place, signature),
          KeptRef.Kind.LOOSE);
    }
  }

  private static ExcludedPaths worktrees(Workspace workspace) {
    var names =
        workspace.repos().stream()
            .map(repo -> GitPath.of(repo.name()))
            .collect(Collectors.toCollection(HashSet::new));
    names.add(GitPath.of(MarkedDirectory.MARKER));
    return new ExcludedPaths(names);
  }

  private static boolean hasMoreThan(ExcludedPaths worktrees, Workspace workspace) {
    if (!Files.isDirectory(workspace.root(), LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (var entries = Files.list(workspace.root())) {
      return entries.anyMatch(
          entry -> !worktrees.covers(GitPath.of(String.valueOf(entry.getFileName()))));
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(workspace.root()), e);
    }
  }
}
