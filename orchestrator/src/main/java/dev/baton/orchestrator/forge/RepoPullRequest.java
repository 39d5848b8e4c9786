package dev.baton.orchestrator.forge;

import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The branch of an attempt in one repository as it was pushed, and its pull request if there is
 * one. A plain value that is stored.
 *
 * @param host the forge, or {@link #NO_HOST}
 * @param targetBranch what it is proposed for, by its name here
 * @param pushedCommit what was pushed last
 * @param begunAt when one began to be made of which nobody knows yet whether it was
 * @param lookedAt when it was last read from the forge
 */
public record RepoPullRequest(
    UUID attemptId,
    UUID repoId,
    String repoName,
    String host,
    String branch,
    String targetBranch,
    Optional<PullRequest> pullRequest,
    Optional<String> pushedCommit,
    Optional<Instant> begunAt,
    Instant lookedAt) {
  /** Stands for the host of a remote that is a directory of this machine. */
  public static final String NO_HOST = "local";

  public PullRequestState state() {
    return pullRequest.map(PullRequest::state).orElse(PullRequestState.NONE);
  }

  public PullRequestChecks checks() {
    return pullRequest.map(PullRequest::checks).orElse(PullRequestChecks.NONE);
  }

  /** The same while a pull request is being made. */
  public RepoPullRequest begun(Instant at) {
    return with(pullRequest, pushedCommit, Optional.of(at), at);
  }

  /** The same with another commit on the remote. */
  public RepoPullRequest pushed(String commit) {
    return with(pullRequest, Optional.of(commit), begunAt, lookedAt);
  }

  /** The same, proposed for another branch. */
  public RepoPullRequest proposedFor(String target) {
    return new RepoPullRequest(
        attemptId,
        repoId,
        repoName,
        host,
        branch,
        target,
        pullRequest,
        pushedCommit,
        begunAt,
        lookedAt);
  }

  /** The same as its forge shows it at a moment. */
  public RepoPullRequest seen(PullRequest now, Instant at) {
    return with(Optional.of(now), pushedCommit, Optional.empty(), at);
  }

  /** The same when nothing came of making one, or it could not be looked at. */
  public RepoPullRequest unseen(Instant at) {
    return with(pullRequest, pushedCommit, Optional.empty(), at);
  }

  private RepoPullRequest with(
      Optional<PullRequest> found,
      Optional<String> commit,
      Optional<Instant> begun,
      Instant looked) {
    return new RepoPullRequest(
        attemptId, repoId, repoName, host, branch, targetBranch, found, commit, begun, looked);
  }

  /** True if readers see no difference. */
  public boolean looksLike(RepoPullRequest other) {
    return pullRequest.equals(other.pullRequest)
        && pushedCommit.equals(other.pushedCommit)
        && targetBranch.equals(other.targetBranch);
  }
}
