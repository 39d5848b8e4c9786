package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Project;

/**
 * What holds for runs unless somebody says otherwise.
 *
 * @param commitPolicy of projects that have none of their own
 * @param trust what repositories may make agents run by themselves
 */
public record AttemptRules(
    AttemptLimits limits,
    TimeLimits times,
    CommitPolicy commitPolicy,
    PerProject<RepositoryTrust> trust) {
  public static final AttemptRules DEFAULT =
      new AttemptRules(
          AttemptLimits.DEFAULT,
          TimeLimits.NONE,
          CommitPolicy.AUTO,
          PerProject.all(RepositoryTrust.NONE));

  public AttemptRules withLimits(AttemptLimits value) {
    return new AttemptRules(value, times, commitPolicy, trust);
  }

  public AttemptRules withTimes(TimeLimits value) {
    return new AttemptRules(limits, value, commitPolicy, trust);
  }

  public AttemptRules withCommitPolicy(CommitPolicy value) {
    return new AttemptRules(limits, times, value, trust);
  }

  public AttemptRules withTrust(PerProject<RepositoryTrust> value) {
    return new AttemptRules(limits, times, commitPolicy, value);
  }

  public CommitPolicy commitPolicy(Project project) {
    return project.commitPolicy().orElse(commitPolicy);
  }
}
