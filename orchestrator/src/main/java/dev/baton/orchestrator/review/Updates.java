package dev.baton.orchestrator.review;

import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.List;
import java.util.Optional;

/**
 * Plans how attempts get the news of their target branches. Plans are applied as those of merges
 * are. Thread safe, also between processes.
 */
public final class Updates {
  private final Git git;

  public Updates(Git git) {
    this.git = git;
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
