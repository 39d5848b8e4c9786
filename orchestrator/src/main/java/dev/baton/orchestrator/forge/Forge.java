package dev.baton.orchestrator.forge;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One repository on a forge. Thread safe; calls wait for the network, within a time limit. */
public sealed interface Forge permits GithubForge, GitlabForge, GiteaForge {
  /**
   * The parts of a pull request that is to be made.
   *
   * @param branch has the work, and is on the forge already
   * @param base the branch of the forge that it is proposed for
   */
  record Proposal(String branch, String base, String title, String body, boolean isDraft) {}

  /** Fails with the way to log in unless pull requests can be made there. */
  void requireReady();

  /** The pull request of a branch that is open. */
  Optional<PullRequest> findOpen(String branch);

  /** Makes a pull request; fails if there is an open one. */
  PullRequest create(Proposal proposal);

  /** Proposes it for another branch. */
  void setBase(long number, String base);

  PullRequest load(long number);

  /** What people say about a pull request, oldest first; the newest hundreds at most. */
  List<ReviewerComment> comments(long number);

  /** The answer when a forge does not answer now, and may later. */
  static ToolFailure unreachable(String host, String message, String hint) {
    return new ToolFailure(BoardFailureCode.FORGE_UNREACHABLE, message, hint, Map.of("host", host));
  }

  /** The answer when a forge cannot be used. */
  static ToolFailure unavailable(String host, String message, String hint) {
    return new ToolFailure(BoardFailureCode.FORGE_UNAVAILABLE, message, hint, Map.of("host", host));
  }
}
