package dev.baton.orchestrator.update;

import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.merge.Merges;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.List;
import java.util.Optional;

/**
 * Plans how attempts get the news of their target branches. Plans are applied as those of merges
 * are. Thread safe, also between processes.
 */
public final class Updates {
  /** How the news of a target branch come into the branch of an attempt. */
  public enum UpdateStrategy {
    /** The commits of the attempt, one by one, on top of the target. */
    REBASE,
    /** A commit that joins both histories. */
    MERGE
  }

  private final Git git;
  private final Merges refs;

  public Updates(Git git) {
    this.git = git;
    this.refs = new Merges(git);
  }

  /** Moves all branches of a plan or none; may be called again after a crash. */
  public MergeOutcome apply(UpdatePlan plan) {
    return refs.apply(plan.moves());
  }

  /** Moves back what a plan moved; may be called again after a crash. */
  public void undo(UpdatePlan plan) {
    var ignored = refs.undo(plan.moves());
  }

  /**
   * A repository of a workspace and what it is to be brought up to date with.
   *
   * @param tip the work; what the attempt's branch has if empty
   */
  public record Source(WorkspaceRepo repo, String targetBranch, Optional<String> tip) {}

  /** Makes the commits of an update of what the attempt has committed; nothing moves. */
  public UpdatePlan plan(Workspace workspace, List<Source> sources, UpdateStrategy strategy) {
    return git.exclusively(
        sources.stream()
            .map(source -> CommonDirectory.of(source.repo().repository()))
            .distinct()
            .toList(),
        () ->
            new UpdatePlan(
                workspace.attempt(),
                sources.stream()
                    .map(source -> new UpdatePlanner(git, workspace, source).plan(strategy))
                    .toList()));
  }
}
