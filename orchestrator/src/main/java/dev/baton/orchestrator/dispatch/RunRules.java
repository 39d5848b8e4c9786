package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Project;

/**
 * What holds for runs unless somebody says otherwise.
 *
 * @param commitPolicy of projects that have none of their own
 * @param trust what repositories may make agents run by themselves
 */
public record RunRules(
    RunLimits limits,
    TimeLimits times,
    CommitPolicy commitPolicy,
    PerProject<RepositoryTrust> trust) {
  public static final RunRules DEFAULT =
      new RunRules(
          RunLimits.DEFAULT,
          TimeLimits.NONE,
          CommitPolicy.AUTO,
          PerProject.all(RepositoryTrust.NONE));

  public RunRules withLimits(RunLimits value) {
    return new RunRules(value, times, commitPolicy, trust);
  }

  public RunRules withTimes(TimeLimits value) {
    return new RunRules(limits, value, commitPolicy, trust);
  }

  public RunRules withCommitPolicy(CommitPolicy value) {
    return new RunRules(limits, times, value, trust);
  }

  public RunRules withTrust(PerProject<RepositoryTrust> value) {
    return new RunRules(limits, times, commitPolicy, value);
  }

  public CommitPolicy commitPolicy(Project project) {
    return project.commitPolicy().orElse(commitPolicy);
  }
}
