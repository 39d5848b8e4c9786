package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Project;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What holds for runs unless somebody says otherwise.
 *
 * @param commitPolicy of projects that have none of their own
 * @param budgetPerDay what may be spent on a day, in US dollars; empty for any sum
 * @param trust what repositories may make agents run by themselves
 */
public record AttemptRules(
    AttemptLimits limits,
    TimeLimits times,
    CommitPolicy commitPolicy,
    PerProject<RepositoryTrust> trust,
    Optional<BigDecimal> budgetPerDay) {
  public static final AttemptRules DEFAULT =
      new AttemptRules(
          AttemptLimits.DEFAULT,
          TimeLimits.NONE,
          CommitPolicy.AUTO,
          PerProject.all(RepositoryTrust.NONE),
          Optional.empty());

  public AttemptRules withLimits(AttemptLimits value) {
    return new AttemptRules(value, times, commitPolicy, trust, budgetPerDay);
  }

  public AttemptRules withTimes(TimeLimits value) {
    return new AttemptRules(limits, value, commitPolicy, trust, budgetPerDay);
  }

  public AttemptRules withCommitPolicy(CommitPolicy value) {
    return new AttemptRules(limits, times, value, trust, budgetPerDay);
  }

  public AttemptRules withTrust(PerProject<RepositoryTrust> value) {
    return new AttemptRules(limits, times, commitPolicy, value, budgetPerDay);
  }

  public AttemptRules withBudgetPerDay(BigDecimal dollars) {
    return new AttemptRules(limits, times, commitPolicy, trust, Optional.of(dollars));
  }

  public CommitPolicy commitPolicy(Project project) {
    return project.commitPolicy().orElse(commitPolicy);
  }
}
