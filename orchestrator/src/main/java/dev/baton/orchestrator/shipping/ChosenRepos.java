package dev.baton.orchestrator.shipping;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** The repositories of an attempt that a caller means. */
final class ChosenRepos {
  private ChosenRepos() {}

  /** The one that was asked for. */
  static List<WorkspaceRepo> only(Store store, Workspace workspace, UUID repoId) {
    var repos = store.read(tables -> tables.attempts().listRepos(workspace.attempt()));
    var name =
        repos.stream()
            .filter(repo -> repo.repoId().equals(repoId))
            .map(AttemptRepo::repoName)
            .findFirst()
            .orElseThrow(() -> foreign(workspace.attempt(), repoId, repos));
    return List.of(workspace.repo(name));
  }

  private static ToolFailure foreign(UUID attemptId, UUID repoId, List<AttemptRepo> repos) {
    var own =
        repos.stream()
            .map(repo -> "%s is %s".formatted(repo.repoName(), repo.repoId()))
            .collect(Collectors.joining(", "));
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "Attempt %s does not work on repo %s".formatted(attemptId, repoId),
        "Repeat the call with a repo_id of the attempt (%s), or without repo_id".formatted(own));
  }
}
