package dev.baton.orchestrator;

import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.changes.ChangeReader.ChangeLimits;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.forge.Forges;
import dev.baton.orchestrator.notice.NoticeSetup;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Settings of an orchestrator. Immutable: each change makes another one. */
public final class OrchestratorSetup {
  private final Path dataDirectory;
  private Supplier<AgentCatalogue> executors;
  private Supplier<Optional<URI>> server = Optional::empty;
  private Supplier<List<String>> addresses = List::of;
  private AttemptRules rules = AttemptRules.DEFAULT;
  private ChangeLimits changeLimits = ChangeLimits.DEFAULT;
  private StopPatience stopPatience = StopPatience.DEFAULT;
  private Retention retention = Retention.DEFAULT;
  private Supplier<NoticeSetup> notices = () -> NoticeSetup.NONE;
  private NodeSetup node = NodeSetup.SERVER;
  private Forges forges = new Forges(List.of(), System.getenv());
  private Clock clock = Clock.systemUTC();

  private OrchestratorSetup(Path dataDirectory, Supplier<AgentCatalogue> executors) {
    this.dataDirectory = dataDirectory;
    this.executors = executors;
  }

  /**
   * The usual settings.
   *
   * @param dataDirectory where worktrees and the output of agents are
   * @param executors asked at every use, since settings change
   */
  public static OrchestratorSetup of(Path dataDirectory, Supplier<AgentCatalogue> executors) {
    return new OrchestratorSetup(dataDirectory, executors);
  }

  private OrchestratorSetup with(Consumer<OrchestratorSetup> change) {
    var copy = new OrchestratorSetup(dataDirectory, executors);
    copy.server = server;
    copy.addresses = addresses;
    copy.rules = rules;
    copy.changeLimits = changeLimits;
    copy.stopPatience = stopPatience;
    copy.retention = retention;
    copy.notices = notices;
    copy.node = node;
    copy.forges = forges;
    copy.clock = clock;
    change.accept(copy);
    return copy;
  }

  OrchestratorSetup withExecutors(Supplier<AgentCatalogue> value) {
    return with(it -> it.executors = value);
  }

  /** Where agents reach this server, if it can be reached. */
  public OrchestratorSetup withServer(Supplier<Optional<URI>> value) {
    return with(it -> it.server = value);
  }

  /** Where other servers reach this one. */
  public OrchestratorSetup withAddresses(Supplier<List<String>> value) {
    return with(it -> it.addresses = value);
  }

  public OrchestratorSetup withRules(AttemptRules value) {
    return with(it -> it.rules = value);
  }

  public OrchestratorSetup withLimits(AttemptLimits value) {
    return withRules(rules.withLimits(value));
  }

  public OrchestratorSetup withChangeLimits(ChangeLimits value) {
    return with(it -> it.changeLimits = value);
  }

  public OrchestratorSetup withStopPatience(StopPatience value) {
    return with(it -> it.stopPatience = value);
  }

  public OrchestratorSetup withRetention(Retention value) {
    return with(it -> it.retention = value);
  }

  public OrchestratorSetup withNotices(NoticeSetup value) {
    return withNotices(() -> value);
  }

  /** The same with receivers that can change while the server runs. */
  public OrchestratorSetup withNotices(Supplier<NoticeSetup> value) {
    return with(it -> it.notices = value);
  }

  public OrchestratorSetup withClock(Clock value) {
    return with(it -> it.clock = value);
  }

  /** What it is among those that share its database. */
  public OrchestratorSetup withNode(NodeSetup value) {
    return with(it -> it.node = value);
  }

  /** Where pull requests are made. */
  public OrchestratorSetup withForges(Forges value) {
    return with(it -> it.forges = value);
  }

  Path dataDirectory() {
    return dataDirectory;
  }

  Supplier<AgentCatalogue> executors() {
    return executors;
  }

  Supplier<Optional<URI>> server() {
    return server;
  }

  Supplier<List<String>> addresses() {
    return addresses;
  }

  AttemptRules rules() {
    return rules;
  }

  ChangeLimits changeLimits() {
    return changeLimits;
  }

  StopPatience stopPatience() {
    return stopPatience;
  }

  Retention retention() {
    return retention;
  }

  Supplier<NoticeSetup> notices() {
    return notices;
  }

  NodeSetup node() {
    return node;
  }

  Forges forges() {
    return forges;
  }

  Clock clock() {
    return clock;
  }

  /** How many attempts may run on this node. */
  int room() {
    return node.runsAgents() ? rules.limits().total() : 0;
  }
}
