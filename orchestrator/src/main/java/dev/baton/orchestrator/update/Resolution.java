package dev.baton.orchestrator.update;

import dev.baton.orchestrator.workspace.Workspace;
import java.util.List;
import java.util.Optional;

/** A merge of target branches whose conflicts an agent resolves. A plain value to be stored. */
public record Resolution(List<RepoResolution> repos) {
  public Resolution {
    repos = List.copyOf(repos);
  }

  /**
   * The part of one repository.
   *
   * @param targetCommit what is merged
   * @param tip where the attempt's branch was
   */
  public record RepoResolution(
      String repoName, String targetBranch, String targetCommit, String tip) {}

  /** The message of the merge commit in a repository, if there is one. */
  public Optional<String> message(Workspace workspace, String repoName) {
    return repos.stream()
        .filter(repo -> repo.repoName().equals(repoName))
        .map(repo -> UpdatePlanner.message(repo.targetBranch(), workspace))
        .findFirst();
  }
}
