package dev.baton.orchestrator.forge;

import java.net.URI;
import java.util.Collection;
import java.util.Locale;

/** A pull request as its forge shows it; on GitLab it is a merge request. */
public record PullRequest(long number, URI url, PullRequestState state, PullRequestChecks checks) {
  /** What the checks of a forge say of a pull request. */
  public enum PullRequestChecks {
    PASSING,
    FAILING,
    PENDING,
    NONE;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** One that fails is a failure of all, and one that is not done keeps all waiting. */
    static PullRequestChecks of(Collection<PullRequestChecks> checks) {
      if (checks.contains(FAILING)) {
        return FAILING;
      }
      if (checks.contains(PENDING)) {
        return PENDING;
      }
      return checks.contains(PASSING) ? PASSING : NONE;
    }
  }

  /** Where a pull request stands. */
  public enum PullRequestState {
    DRAFT,
    OPEN,
    MERGED,
    CLOSED,
    /** There is none; the branch alone was pushed. */
    NONE;

    /** True if somebody may still merge it. */
    public boolean isOpen() {
      return this == DRAFT || this == OPEN;
    }

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
