package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.fleet.Fleet;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AgentExecutors;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds out what this node can run, and tells the others. Programs are asked for their versions
 * only where there are others; before that it is taken for granted that they are there. Thread
 * safe.
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

  /** The name of this node. */
  String self() {
    return node.name();
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

  static NodeFacts.Executor executor(AgentExecutor executor) {
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

  /** The homes of the repositories of an attempt; none where there are no other nodes. */
  Set<String> sources(Tables tables, UUID attemptId) {
    return store.isShared()
        ? tables.projects().listHomes(attemptId).stream()
            .flatMap(home -> home.node().stream())
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  /** Where nobody was asked yet, the one executor that is wanted is. */
  void noteAvailability(String name) {
    var isThere =
        executors.catalogue().find(name).filter(it -> it.availability().isAvailable()).isPresent();
    if (isThere) {
      missing.remove(name);
    } else {
      missing.add(name);
    }
  }
}
