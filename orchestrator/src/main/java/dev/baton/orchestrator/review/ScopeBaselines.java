package dev.baton.orchestrator.review;

import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.changes.Baseline;
import dev.baton.orchestrator.review.AttemptReviews.ReviewQuery;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.workspace.Workspace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The states of a workspace that the scopes of a review compare it with. Thread safe. */
final class ScopeBaselines {
  private final Store store;
  private final Baselines baselines;

  ScopeBaselines(Store store, Baselines baselines) {
    this.store = store;
    this.baselines = baselines;
  }

  Baseline baseline(Workspace workspace, ReviewQuery query) {
    return switch (query.scope()) {
      case EVERYTHING -> everything(workspace);
      case UNCOMMITTED -> baselines.uncommitted(workspace);
      case TURN ->
          baselines.kept(workspace, store.read(tables -> beforeTurn(tables, query.attemptId())));
      case UNSEEN ->
          store
              .read(tables -> tables.reviews().findLook(query.attemptId(), query.person().name()))
              .map(look -> baselines.kept(workspace, look.trees()))
              .orElseGet(() -> everything(workspace));
    };
  }

  /**
   * The merge base with the target branch. A target that has the work already would leave nothing
   * to see, so what was merged is compared with where its target stood before.
   */
  Baseline everything(Workspace workspace) {
    var merges =
        store.read(
            tables ->
                tables
                    .merges()
                    .listDone(CallSubject.attempt(tables, workspace.attempt()).taskId()));
    var bases = new LinkedHashMap<String, String>();
    for (var repo : workspace.repos()) {
      merges.stream()
          .filter(merge -> merge.attemptId().equals(workspace.attempt()) && merge.isLast())
          .filter(merge -> merge.repoName().equals(repo.name()))
          .filter(merge -> merge.targetBranch().equals(repo.targetBranch()))
          .findFirst()
          .ifPresent(merge -> bases.put(repo.name(), merge.baseCommit()));
    }
    return bases.isEmpty() ? Baseline.MERGE_BASE : baselines.fork(workspace, bases);
  }

  /** What the newest turn found, by the name of the repository. */
  private static Map<String, String> beforeTurn(Tables tables, UUID attemptId) {
    var commits = tables.turnCommits().listOfAttempt(attemptId);
    return tables.attempts().listRepos(attemptId).stream()
        .flatMap(
            repo ->
                commits.reversed().stream()
                    .filter(commit -> commit.repoId().equals(repo.repoId()))
                    .limit(1)
                    .map(commit -> Map.entry(repo.repoName(), commit)))
        .collect(
            Collectors.toUnmodifiableMap(
                Map.Entry::getKey,
                found -> found.getValue().filesBefore().orElse(found.getValue().commitBefore())));
  }
}
