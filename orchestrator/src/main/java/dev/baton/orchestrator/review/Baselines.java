package dev.baton.orchestrator.review;

import dev.baton.orchestrator.changes.Baseline;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.ExcludedPaths;
import dev.baton.orchestrator.workspace.PrivateIndex;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceLayout;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds what files of workspaces can be compared with, and keeps how they are now. Thread safe. */
final class Baselines {
  private final Git git;
  private final WorkspaceLayout layout;

  Baselines(Git git, Path dataDirectory) {
    this.git = git;
    this.layout = new WorkspaceLayout(dataDirectory);
  }

  /** The last commits. */
  Baseline uncommitted(Workspace workspace) {
    var trees = new LinkedHashMap<String, String>();
    workspace.repos().forEach(repo -> trees.put(repo.name(), "HEAD"));
    return new Baseline(trees);
  }

  /** Where the workspace left the history of these commits, by the name of the repository. */
  Baseline fork(Workspace workspace, Map<String, String> commits) {
    var there = new LinkedHashMap<String, String>();
    for (var repo : workspace.repos()) {
      var commit = commits.getOrDefault(repo.name(), "");
      if (!commit.isEmpty()) {
        var found =
            git.attempt(
                GitCommand.in(worktree(workspace, repo).place(), "merge-base", "HEAD", commit));
        if (found.succeeded()) {
          there.put(repo.name(), found.text().strip());
        }
      }
    }
    return new Baseline(there);
  }

  /** Trees that were noted before; a repository that has lost it is compared as a whole. */
  Baseline kept(Workspace workspace, Map<String, String> trees) {
    var there = new LinkedHashMap<String, String>();
    for (var repo : workspace.repos()) {
      var tree = trees.getOrDefault(repo.name(), "");
      if (!tree.isEmpty()
          && git.attempt(GitCommand.in(worktree(workspace, repo).place(), "cat-file", "-e", tree))
              .succeeded()) {
        there.put(repo.name(), tree);
      }
    }
    return new Baseline(there);
  }

  /**
   * Keeps the files of a workspace as they are, by the name of the repository. Nothing refers to
   * what is kept, so that git throws it away some weeks later.
   */
  Map<String, String> keep(Workspace workspace) {
    var trees = new LinkedHashMap<String, String>();
    for (var repo : workspace.repos()) {
      var worktree = worktree(workspace, repo);
      try (var index = PrivateIndex.copyOf(worktree, layout)) {
        var add =
            ExcludedPaths.copiedInto(git, worktree)
                .add(worktree.place(), "--all")
                .withEnvironment(index.environment());
        var added = git.attempt(add);
        if (added.exitCode() > 1) {
          throw GitException.failed(add, added.exitCode(), added.error());
        }
        trees.put(
            repo.name(),
            git.run(
                    GitCommand.in(worktree.place(), "write-tree")
                        .withEnvironment(index.environment()))
                .text());
      }
    }
    return trees;
  }

  /** The commit that a repository of the workspace stands at. */
  String head(Workspace workspace, WorkspaceRepo repo) {
    return git.findCommit(worktree(workspace, repo).place(), "HEAD").orElse(repo.baseCommit());
  }

  private Worktree worktree(Workspace workspace, WorkspaceRepo repo) {
    return Worktree.load(git, CommonDirectory.of(repo.repository()), workspace.worktree(repo));
  }
}
