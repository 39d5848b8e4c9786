package dev.baton.orchestrator.dispatch;

import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.fleet.Fleet;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.NodeRequirements;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AgentExecutors;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What this node can run, as it knows it and tells the others. Programs are asked for their
 * versions only where there are others; before that it is taken for granted that they are there.
 * Thread safe.
 */
final class NodeReport {
  private static final Duration AGAIN = Duration.ofMinutes(10);
  private static final Duration REACH_AGAIN = Duration.ofSeconds(15);

  private final Store store;
  private final Node node;
  private final AgentExecutors executors;
  private final Set<String> missing = ConcurrentHashMap.newKeySet();
  private final ReentrantLock asking = new ReentrantLock();
  private final Supplier<RepositoryReach> reaching;
  private volatile Optional<Asked> asked = Optional.empty();
  private volatile RepositoryReach reach;
  private volatile long reachedAt;

  /** What programs answered, and for which settings. */
  private record Asked(AgentCatalogue catalogue, NodeFacts facts, long at) {}

  /**
   * A report that has told nothing yet.
   *
   * @param reaching finds out whose repositories this node can get
   */
  NodeReport(Store store, Node node, AgentExecutors executors, Supplier<RepositoryReach> reaching) {
    this.store = store;
    this.node = node;
    this.executors = executors;
    this.reaching = reaching;
    reach = store.isShared() ? reaching.get() : RepositoryReach.UNKNOWN;
    reachedAt = System.nanoTime();
  }

  /** All nodes at this moment. */
  Fleet fleet(Tables tables) {
    return new Fleet(
        node.name(),
        tables.nodes().list().stream()
            .map(each -> each.name().equals(node.name()) ? each.withFacts(facts()) : each)
            .toList());
  }

  private NodeFacts facts() {
    var catalogue = executors.catalogue();
    return asked
        .filter(it -> it.catalogue() == catalogue)
        .map(Asked::facts)
        .orElseGet(() -> assumed(catalogue));
  }

  private NodeFacts assumed(AgentCatalogue catalogue) {
    return new NodeFacts(
        node.setup().labels(),
        catalogue.names().stream()
            .filter(name -> !missing.contains(name))
            .flatMap(name -> catalogue.find(name).stream())
            .map(NodeReport::executor)
            .toList(),
        node.setup().version(),
        reach);
  }

  private static NodeFacts.Executor executor(AgentExecutor executor) {
    return new NodeFacts.Executor(
        executor.name(),
        executor.variants().stream().map(AgentVariant::name).toList(),
        executor.defaultVariant().name(),
        executor.supportsMcp(),
        Optional.empty(),
        Optional.of(executor.models()));
  }

  /** Tells the others what this node can run, if they do not know it; may take seconds. */
  void tell() {
    if (!store.isShared() || !asking.tryLock()) {
      return;
    }
    try {
      var catalogue = executors.catalogue();
      if (!isKnown(catalogue)
          || reach.homes().isEmpty()
          || System.nanoTime() - reachedAt > REACH_AGAIN.toNanos()) {
        reach = reaching.get();
        reachedAt = System.nanoTime();
      }
      if (!isKnown(catalogue)) {
        tell(catalogue, ask(catalogue), System.nanoTime());
      } else if (!asked.orElseThrow().facts().reach().equals(reach)) {
        tell(catalogue, asked.get().facts().with(reach), asked.get().at());
      }
    } finally {
      asking.unlock();
    }
  }

  /** The same, and looks again whose repositories it can get. */
  void tellAgain() {
    reachedAt = System.nanoTime() - 2 * REACH_AGAIN.toNanos();
    tell();
  }

  private void tell(AgentCatalogue catalogue, NodeFacts facts, long askedAt) {
    var _ =
        store.write(
            tables -> {
              tables.nodes().setFacts(node.name(), facts);
              return facts;
            });
    asked = Optional.of(new Asked(catalogue, facts, askedAt));
  }

  private boolean isKnown(AgentCatalogue catalogue) {
    return asked
        .filter(it -> it.catalogue() == catalogue)
        .filter(it -> System.nanoTime() - it.at() < AGAIN.toNanos())
        .isPresent();
  }

  private NodeFacts ask(AgentCatalogue catalogue) {
    return new NodeFacts(
        node.setup().labels(),
        catalogue.list().stream()
            .filter(listing -> listing.availability().isAvailable())
            .map(
                listing ->
                    new NodeFacts.Executor(
                        listing.executor(),
                        listing.variants(),
                        listing.defaultVariant(),
                        listing.supportsMcp(),
                        version(listing.availability()),
                        Optional.of(listing.models())))
            .toList(),
        node.setup().version(),
        reach);
  }

  private static Optional<String> version(Availability availability) {
    return availability instanceof Availability.Available available
        ? available.version()
        : Optional.empty();
  }

  /** Refuses what no known node can run, whether it has room or not. */
  void requireTaker(NodeRequirements requirements) {
    noteAvailability(requirements.executor());
    var fleet = store.read(this::fleet);
    requirements
        .node()
        .filter(name -> !fleet.names().contains(name))
        .ifPresent(name -> refuse(fleet, name));
    if (!fleet.suiting(requirements).isEmpty()) {
      return;
    }
    fleet.nodes().stream()
        .filter(it -> requirements.node().equals(Optional.of(it.name())) && it.room() == 0)
        .findFirst()
        .ifPresent(NodeReport::refuseIdle);
    if (!fleet.isAnywhere(requirements.executor())) {
      var _ = executors.loadAvailable(requirements.executor());
    }
    refuseModel(fleet, requirements);
    var anyModel = requirements.with(ModelChoice.NONE);
    if (!fleet.suiting(anyModel.withoutVariant()).isEmpty()) {
      var _ = executors.variant(requirements.executor(), requirements.variant().orElse(""));
    }
    if (!fleet.suiting(anyModel.withoutSources()).isEmpty()) {
      throw new ToolFailure(
          BoardFailureCode.EXECUTOR_UNAVAILABLE,
          "%s: %s".formatted(requirements.executor(), fleet.lack(anyModel)),
          "Start a worker whose --server is the home of the repositories, or can reach it;"
              + " 'baton node list' shows the nodes",
          Map.of(
              "executor",
              requirements.executor(),
              "homes",
              requirements.sources().stream().sorted().toList()));
    }
    throw new ToolFailure(
        BoardFailureCode.EXECUTOR_UNAVAILABLE,
        "%s run %s"
            .formatted(
                requirements.node().map("Node '%s' cannot"::formatted).orElse("No node can"),
                requirements.words()),
        "Call list_executors and choose an executor that is available, or start a worker with these"
            + " labels; 'baton node list' shows which nodes have what",
        Map.of("executor", requirements.executor(), "labels", requirements.labels()));
  }

  /** Refuses a model or effort that is all that keeps every node from it, with what they take. */
  private void refuseModel(Fleet fleet, NodeRequirements requirements) {
    var name = requirements.executor();
    fleet.suiting(requirements.with(ModelChoice.NONE)).stream()
        .flatMap(node -> node.facts().stream())
        .flatMap(facts -> facts.findExecutor(name).stream())
        .flatMap(executor -> executor.models().stream())
        .reduce(ModelCatalogue::and)
        .ifPresent(known -> executors.check(name, known, requirements.choice()));
  }

  /** The homes of the repositories of an attempt; none where there are no other nodes. */
  Set<String> sources(Tables tables, UUID attemptId) {
    return store.isShared()
        ? tables.projects().listHomes(attemptId).stream()
            .flatMap(home -> home.node().stream())
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  /** Where nobody was asked yet, the one executor that is wanted is. */
  private void noteAvailability(String name) {
    var isThere =
        executors.catalogue().find(name).filter(it -> it.availability().isAvailable()).isPresent();
    if (isThere) {
      missing.remove(name);
    } else {
      missing.add(name);
    }
  }

  private static void refuseIdle(KnownNode node) {
    throw new ToolFailure(
        BoardFailureCode.EXECUTOR_UNAVAILABLE,
        "Node '%s' is a server that runs no agents".formatted(node.name()),
        "Repeat the call without node, or with one that has room in 'baton node list'",
        Map.of("node", node.name()));
  }

  private static void refuse(Fleet fleet, String name) {
    throw new ToolFailure(
        FailureCode.NOT_FOUND,
        "There is no node '%s'%s".formatted(name, NearestWord.asked(name, fleet.names())),
        "Repeat the call with a node that 'baton node list' shows, or without node",
        Map.of("nodes", fleet.names()));
  }
}
