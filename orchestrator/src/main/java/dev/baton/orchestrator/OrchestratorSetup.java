package dev.baton.orchestrator;

import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.attempt.AttemptLimits;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.changes.ChangeLimits;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.forge.Forges;
import dev.baton.orchestrator.notice.NoticeSetup;
import dev.baton.orchestrator.process.StopPatience;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What an orchestrator needs to know.
 *
 * @param dataDirectory where worktrees and the output of agents are
 * @param executors asked at every use, since settings change
 * @param forges where pull requests are made
 * @param server where agents reach this server, if it can be reached
 * @param addresses where other servers reach this one
 * @param node what it is among those that share its database
 */
public record OrchestratorSetup(
    Path dataDirectory,
    Supplier<AgentCatalogue> executors,
    Supplier<Optional<URI>> server,
    Supplier<List<String>> addresses,
    AttemptRules rules,
    ChangeLimits changeLimits,
    StopPatience stopPatience,
    Retention retention,
    Supplier<NoticeSetup> notices,
    NodeSetup node,
    Forges forges,
    Clock clock) {
  /** The usual settings. */
  public static OrchestratorSetup of(Path dataDirectory, Supplier<AgentCatalogue> executors) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        Optional::empty,
        List::of,
        AttemptRules.DEFAULT,
        ChangeLimits.DEFAULT,
        StopPatience.DEFAULT,
        Retention.DEFAULT,
        () -> NoticeSetup.NONE,
        NodeSetup.SERVER,
        new Forges(List.of(), System.getenv()),
        Clock.systemUTC());
  }

  public OrchestratorSetup withServer(Supplier<Optional<URI>> value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        value,
        addresses,
        rules,
        changeLimits,
        stopPatience,
        retention,
        notices,
        node,
        forges,
        clock);
  }

  public OrchestratorSetup withAddresses(Supplier<List<String>> value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        value,
        rules,
        changeLimits,
        stopPatience,
        retention,
        notices,
        node,
        forges,
        clock);
  }

  public OrchestratorSetup withRules(AttemptRules value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        addresses,
        value,
        changeLimits,
        stopPatience,
        retention,
        notices,
        node,
        forges,
        clock);
  }

  public OrchestratorSetup withLimits(AttemptLimits value) {
    return withRules(rules.withLimits(value));
  }

  public OrchestratorSetup withChangeLimits(ChangeLimits value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        addresses,
        rules,
        value,
        stopPatience,
        retention,
        notices,
        node,
        forges,
        clock);
  }

  public OrchestratorSetup withStopPatience(StopPatience value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        addresses,
        rules,
        changeLimits,
        value,
        retention,
        notices,
        node,
        forges,
        clock);
  }

  public OrchestratorSetup withRetention(Retention value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        addresses,
        rules,
        changeLimits,
        stopPatience,
        value,
        notices,
        node,
        forges,
        clock);
  }

  public OrchestratorSetup withNotices(NoticeSetup value) {
    return withNotices(() -> value);
  }

  /** The same with receivers that can change while the server runs. */
  public OrchestratorSetup withNotices(Supplier<NoticeSetup> value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        addresses,
        rules,
        changeLimits,
        stopPatience,
        retention,
        value,
        node,
        forges,
        clock);
  }

  public OrchestratorSetup withClock(Clock value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        addresses,
        rules,
        changeLimits,
        stopPatience,
        retention,
        notices,
        node,
        forges,
        value);
  }

  public OrchestratorSetup withNode(NodeSetup value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        addresses,
        rules,
        changeLimits,
        stopPatience,
        retention,
        notices,
        value,
        forges,
        clock);
  }

  public OrchestratorSetup withForges(Forges value) {
    return new OrchestratorSetup(
        dataDirectory,
        executors,
        server,
        addresses,
        rules,
        changeLimits,
        stopPatience,
        retention,
        notices,
        node,
        value,
        clock);
  }

  /** How many attempts may run on this node. */
  int room() {
    return node.runsAgents() ? rules.limits().total() : 0;
  }
}
