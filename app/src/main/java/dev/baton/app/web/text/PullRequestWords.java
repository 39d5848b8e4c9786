package dev.baton.app.web.text;

import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Words for a pull request: its name, and how it stands. */
public final class PullRequestWords {
  private PullRequestWords() {}

  /** The one that counts for an attempt: one that is open, else any. */
  public static Optional<RepoPullRequest> find(List<RepoPullRequest> rows) {
    return Stream.concat(
            rows.stream().filter(row -> row.state().isOpen()),
            rows.stream().filter(row -> row.pullRequest().isPresent()))
        .findFirst();
  }

  public static String name(RepoPullRequest row) {
    return row.pullRequest().map(found -> "PR #" + found.number()).orElse("Pushed");
  }

  /** The state, unless it is the usual one, and the checks. */
  public static String standing(RepoPullRequest row) {
    var state =
        switch (row.state()) {
          case DRAFT -> "draft";
          case OPEN, NONE -> "";
          case MERGED -> "merged";
          case CLOSED -> "closed";
        };
    var checks =
        row.state() == PullRequestState.CLOSED
            ? ""
            : switch (row.checks()) {
              case PASSING -> "checks passed";
              case FAILING -> "checks failed";
              case PENDING -> "checks are running";
              case NONE -> "";
            };
    if (state.isEmpty() && checks.isEmpty()) {
      return row.state() == PullRequestState.NONE ? "without a pull request" : "open";
    }
    return state.isEmpty() || checks.isEmpty() ? state + checks : state + ", " + checks;
  }
}
