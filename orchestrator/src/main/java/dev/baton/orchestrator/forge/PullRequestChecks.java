package dev.baton.orchestrator.forge;

import java.util.Collection;
import java.util.Locale;

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
