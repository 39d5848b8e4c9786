package dev.baton.orchestrator.merge;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.MergeTree;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.git.UnknownFiles;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a merge of one repository would meet, as things are now. Nothing moves for it.
 *
 * @param ahead how many commits the attempt has that its target has not
 * @param behind how many commits the target has that the attempt has not
 * @param uncommitted how many files of the attempt are changed and not committed
 * @param nested repositories inside the attempt's worktree, whose files git does not merge
 * @param conflicts files that both have changed, in ways that do not fit
 * @param obstacles checkouts of the target that could not follow it
 */
public record MergePreview(
    String repoName,
    String targetBranch,
    long ahead,
    long behind,
    long uncommitted,
    List<String> nested,
    List<String> conflicts,
    List<Obstacle> obstacles) {
  /** Something in the way, and what to do about it. */
  public record Obstacle(String problem, String remedy, List<String> files) {
    public Obstacle {
      files = List.copyOf(files);
    }
  }

  public MergePreview {
    nested = List.copyOf(nested);
    conflicts = List.copyOf(conflicts);
    obstacles = List.copyOf(obstacles);
  }

  static MergePreview of(Git git, Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var place = new GitPlace.Bare(common);
    var worktree = Worktree.find(common, workspace.worktree(repo));
    var nested =
        worktree.map(it -> UnknownFiles.repositoriesIn(git, it.place())).orElse(List.of()).stream()
            .map(path -> workspace.shown(repo, path))
            .toList();
    var uncommitted =
        worktree
            .map(it -> git.in(it.place()).run("status", "--porcelain").lines().stream().count())
            .map(count -> Math.max(0, count - nested.size()))
            .orElse(0L);
    var repositories = new Repositories(git);
    var target = repositories.find(repo.repository(), repo.targetBranch()).map(Branch::commit);
    var tip = repositories.find(repo.repository(), workspace.branch()).map(Branch::commit);
    if (target.isEmpty() || tip.isEmpty()) {
      var missing = target.isEmpty() ? repo.targetBranch() : workspace.branch();
      return new MergePreview(
          repo.name(),
          repo.targetBranch(),
          0,
          0,
          uncommitted,
          nested,
          List.of(),
          List.of(
              new Obstacle(
                  "Branch '%s' is not there any more".formatted(missing),
                  (target.isEmpty()
                          ? "Move it to another target branch, or make this one"
                          : "Make it")
                      + " again in %s".formatted(repo.repository()),
                  List.of())));
    }
    var counts =
        git.in(place)
            .run("rev-list", "--left-right", "--count", target.get() + "..." + tip.get())
            .text()
            .strip()
            .split("\\s+", -1);
    var behind = Long.parseLong(counts[0]);
    var ahead = Long.parseLong(counts[1]);
    var merged = MergeTree.of(git, place, target.get(), tip.get());
    return new MergePreview(
        repo.name(),
        repo.targetBranch(),
        ahead,
        behind,
        uncommitted,
        nested,
        merged.conflicts().stream().map(path -> workspace.shown(repo, path)).toList(),
        obstacles(
            git, repo, target.get(), merged.conflicts().isEmpty() ? merged.tree() : target.get()));
  }

  private static List<Obstacle> obstacles(
      Git git, WorkspaceRepo repo, String target, String merged) {
    var common = CommonDirectory.of(repo.repository());
    var ref = Branch.ref(repo.targetBranch());
    try {
      return TargetCheckout.list(git, common, ref).stream()
          .flatMap(checkout -> obstacle(() -> checkout.requireClean(target, merged)).stream())
          .toList();
    } catch (ToolFailure failure) {
      return List.of(obstacle(failure));
    }
  }

  private static Optional<Obstacle> obstacle(Runnable check) {
    try {
      check.run();
      return Optional.empty();
    } catch (ToolFailure failure) {
      return Optional.of(obstacle(failure));
    }
  }

  private static Obstacle obstacle(ToolFailure failure) {
    var files =
        failure.details().get("files") instanceof List<?> names
            ? names.stream().flatMap(name -> Stream.of(String.valueOf(name))).toList()
            : List.<String>of();
    return new Obstacle(String.valueOf(failure.getMessage()), failure.hint(), files);
  }
}
