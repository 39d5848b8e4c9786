package dev.baton.orchestrator;

import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.attempt.AttemptLimits;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.process.StopPatience;
import dev.baton.orchestrator.review.ChangeLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What an orchestrator needs to know.
 *
 * @param dataDirectory where worktrees and the output of agents are
 * @param executors asked at every use, since settings change
 * @param server where agents reach this server, if it can be reached
 */
public record OrchestratorSetup(
    Path dataDirectory,
    Supplier<AgentCatalogue> executors,
    Supplier<Optional<URI>> server,
    AttemptRules rules,
    ChangeLimits changeLimits,
    StopPatience stopPatience,
    Retention retention,
    Clock clock) {
  /**
   * How long things are kept that nobody works with any more; empty means for ever.
   *
   * @param worktrees of finished tasks, from their last activity
   * @param logs of finished attempts, from their last activity
   * @param interval how often it is looked for what may go; empty means only when somebody asks
   */
  public record Retention(
      Optional<Duration> worktrees, Optional<Duration> logs, Optional<Duration> interval) {
    public static final Retention DEFAULT =
        new Retention(
            Optional.of(Duration.ofDays(3)),
            Optional.of(Duration.ofDays(90)),
            Optional.of(Duration.ofHours(1)));
  }

  /** The usual settings. */
  public static OrchestratorSetup of(Path dataDirectory, Supplier<AgentCatalogue> executors) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        Optional::empty,
        AttemptRules.DEFAULT,
        ChangeLimits.DEFAULT,
        StopPatience.DEFAULT,
        Retention.DEFAULT,
        Clock.systemUTC());
  }

  public OrchestratorSetup withServer(Supplier<Optional<URI>> value) {
    return new OrchestratorSetup(
        dataDirectory, executors, value, rules, changeLimits, stopPatience, retention, clock);
  }

  public OrchestratorSetup withRules(AttemptRules value) {
    return new OrchestratorSetup(
        dataDirectory, executors, server, value, changeLimits, stopPatience, retention, clock);
  }

  public OrchestratorSetup withLimits(AttemptLimits value) {
    return withRules(rules.withLimits(value));
  }

  public OrchestratorSetup withChangeLimits(ChangeLimits value) {
    return new OrchestratorSetup(
        dataDirectory, executors, server, rules, value, stopPatience, retention, clock);
  }

  public OrchestratorSetup withStopPatience(StopPatience value) {
    return new OrchestratorSetup(
        dataDirectory, executors, server, rules, changeLimits, value, retention, clock);
  }

  public OrchestratorSetup withRetention(Retention value) {
    return new OrchestratorSetup(
        dataDirectory, executors, server, rules, changeLimits, stopPatience, value, clock);
  }

  public OrchestratorSetup withClock(Clock value) {
    return new OrchestratorSetup(
        dataDirectory, executors, server, rules, changeLimits, stopPatience, retention, value);
  }
}
