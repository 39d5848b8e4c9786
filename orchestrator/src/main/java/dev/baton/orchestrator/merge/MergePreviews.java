package dev.baton.orchestrator.merge;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.changes.OwnBranch;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.merge.MergePreview.Obstacle;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceLayout;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Foretells what merges would meet; writes nothing into a repository. Thread safe. */
public final class MergePreviews {
  /** Of how many commits a rebase is tried: each of them costs as much as a merge. */
  private static final int MOST_REPLAYED = 30;

  private final Git git;
  private final WorkspaceLayout layout;

  public MergePreviews(Git git, Path dataDirectory) {
    this.git = git;
    this.layout = new WorkspaceLayout(dataDirectory);
  }

  /**
   * What a merge would meet, for each repository.
   *
   * @param isWhole true counts what is not committed as committed, a merge under way included
   */
  public List<MergePreview> list(Workspace workspace, boolean isWhole) {
    return workspace.repos().stream().map(repo -> preview(workspace, repo, isWhole)).toList();
  }

  private MergePreview preview(Workspace workspace, WorkspaceRepo repo, boolean isWhole) {
    var target = find(repo, repo.targetBranch());
    var tip = find(repo, workspace.branch());
    try (var work = UnmergedWork.open(git, layout, workspace, repo)) {
      if (target.isEmpty() || tip.isEmpty()) {
        return new MergePreview(
            repo.name(),
            repo.targetBranch(),
            0,
            0,
            work.countUncommitted(),
            work.listNested(),
            work.listHidden(layout),
            List.of(),
            List.of(),
            List.of(missing(repo, target.isEmpty() ? repo.targetBranch() : workspace.branch())));
      }
      var commit = isWhole ? work.committed(tip.get()) : tip.get();
      var merged = work.merge(target.get(), commit);
      var isMergeable = merged.conflicts().isEmpty();
      var ahead = work.count(target.get(), commit);
      var behind = work.count(commit, target.get());
      return new MergePreview(
          repo.name(),
          repo.targetBranch(),
          ahead,
          behind,
          work.countUncommitted(),
          work.listNested(),
          work.listHidden(layout),
          merged.conflicts().stream().map(path -> workspace.shown(repo, path)).toList(),
          ahead > MOST_REPLAYED ? List.of() : work.listUnfit(target.get(), commit, behind > 0),
          Stream.concat(
                  obstacle(() -> OwnBranch.require(workspace, repo)).stream(),
                  obstacles(repo, target.get(), isMergeable ? merged.tree() : target.get(), work)
                      .stream())
              .toList());
    }
  }

  /**
   * How many files of the work do not fit its target, for each target branch with such files.
   *
   * @param workRef has the work
   */
  public Map<String, Long> countConflicts(Workspace workspace, String workRef, boolean isWhole) {
    var counts = new LinkedHashMap<String, Long>();
    for (var repo : workspace.repos()) {
      var target = find(repo, repo.targetBranch());
      var tip = git.findCommit(place(repo), workRef);
      if (target.isPresent() && tip.isPresent()) {
        try (var work = UnmergedWork.open(git, layout, workspace, repo)) {
          var commit = isWhole ? work.committed(tip.get()) : tip.get();
          long files = work.merge(target.get(), commit).conflicts().size();
          if (files > 0) {
            counts.merge(repo.targetBranch(), files, Long::sum);
          }
        }
      }
    }
    return counts;
  }

  /** Where the branches are that a merge would join, as git says it. */
  public List<String> findBranches(Workspace workspace, String workRef) {
    return workspace.repos().stream()
        .flatMap(
            repo ->
                git
                    .in(place(repo))
                    .run(
                        "for-each-ref",
                        "--format=%(objectname) %(refname)",
                        Branch.ref(repo.targetBranch()),
                        workRef)
                    .lines()
                    .stream())
        .toList();
  }

  private static GitPlace place(WorkspaceRepo repo) {
    return new GitPlace.Bare(CommonDirectory.of(repo.repository()));
  }

  private Optional<String> find(WorkspaceRepo repo, String branch) {
    return new Repositories(git).find(repo.repository(), branch).map(Branch::commit);
  }

  private static Obstacle missing(WorkspaceRepo repo, String branch) {
    return new Obstacle(
        "Branch '%s' is not there any more".formatted(branch),
        (branch.equals(repo.targetBranch())
                ? "Move it to another target branch, or make this one"
                : "Make it")
            + " again in %s".formatted(repo.repository()),
        List.of());
  }

  private List<Obstacle> obstacles(
      WorkspaceRepo repo, String target, String merged, UnmergedWork work) {
    try {
      return TargetCheckout.list(git, repo.repository(), Branch.ref(repo.targetBranch())).stream()
          .map(checkout -> checkout.with(work.objects()))
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
