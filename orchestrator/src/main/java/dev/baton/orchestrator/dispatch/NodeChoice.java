package dev.baton.orchestrator.dispatch;

import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.fleet.ExecutorOffer;
import dev.baton.orchestrator.fleet.Fleet;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.NodeRequirements;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AgentExecutors;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the nodes that can take an attempt, whether they have room or not, and refuses an attempt
 * that none can take. Thread safe.
 */
public final class NodeChoice {
  private final Store store;
  private final NodeReport report;
  private final AgentExecutors executors;
  private final AttemptRequirements requirements;

  NodeChoice(Store store, NodeReport report, AgentExecutors executors) {
    this.store = store;
    this.report = report;
    this.executors = executors;
    requirements = new AttemptRequirements(report);
  }

  /** All nodes, as this one knows them. */
  public List<KnownNode> list() {
    return store.read(tables -> report.fleet(tables).nodes());
  }

  /** The executors of all nodes; programs here are asked for their versions, which takes time. */
  public List<ExecutorOffer> listExecutors() {
    return ExecutorOffer.list(report.self(), executors.catalogue().list(), list());
  }

  /**
   * Whether any node has an executor with such a variant.
   *
   * @param variant the empty text stands for the default
   */
  public boolean has(String executor, String variant) {
    return list().stream()
        .flatMap(node -> node.facts().stream())
        .flatMap(facts -> facts.findExecutor(executor).stream())
        .anyMatch(found -> variant.isEmpty() || found.variants().contains(variant));
  }

  /** The executor of an attempt where it is, or where it could be; else as it is set up here. */
  public Optional<NodeFacts.Executor> findExecutor(Attempt attempt) {
    return list().stream()
        .filter(node -> attempt.home().stream().allMatch(node.name()::equals))
        .flatMap(node -> node.facts().stream())
        .flatMap(facts -> facts.findExecutor(attempt.executor()).stream())
        .findFirst()
        .or(() -> executors.catalogue().find(attempt.executor()).map(NodeReport::executor));
  }

  /** The node that could take an attempt best, other than the one that has it. */
  public Optional<KnownNode> findTaker(Attempt attempt) {
    return store.read(
        tables ->
            report
                .fleet(tables)
                .without(attempt.home().orElse(""))
                .findBest(requirements.ofMoved(tables, attempt)));
  }

  /** Refuses a node that cannot take an attempt from where it is. */
  public void requireTaker(Attempt attempt, String node) {
    requireTaker(store.read(tables -> requirements.ofMoved(tables, attempt)).at(node));
  }

  /** Refuses what no known node can run. */
  public void requireTaker(NodeRequirements wanted) {
    report.noteAvailability(wanted.executor());
    var fleet = store.read(report::fleet);
    wanted
        .node()
        .filter(name -> !fleet.names().contains(name))
        .ifPresent(name -> refuse(fleet, name));
    if (!fleet.suiting(wanted).isEmpty()) {
      return;
    }
    fleet.nodes().stream()
        .filter(it -> wanted.node().equals(Optional.of(it.name())) && it.room() == 0)
        .findFirst()
        .ifPresent(NodeChoice::refuseIdle);
    if (!fleet.isAnywhere(wanted.executor())) {
      var _ = executors.loadAvailable(wanted.executor());
    }
    var anyModel = wanted.with(ModelChoice.NONE);
    if (!fleet.suiting(anyModel).isEmpty()) {
      refuseModel(fleet, wanted);
      throw cannotRun(wanted);
    }
    if (!fleet.suiting(anyModel.withoutVariant()).isEmpty()) {
      var _ = executors.variant(wanted.executor(), wanted.variant().orElse(""));
    }
    if (!fleet.suiting(anyModel.withoutSources()).isEmpty()) {
      throw new ToolFailure(
          BoardFailureCode.EXECUTOR_UNAVAILABLE,
          "%s: %s".formatted(wanted.executor(), fleet.lack(anyModel)),
          "Start a worker whose --server is the home of the repositories, or can reach it;"
              + " 'baton node list' shows the nodes",
          Map.of(
              "executor", wanted.executor(), "homes", wanted.sources().stream().sorted().toList()));
    }
    throw cannotRun(wanted);
  }

  private static ToolFailure cannotRun(NodeRequirements wanted) {
    return new ToolFailure(
        BoardFailureCode.EXECUTOR_UNAVAILABLE,
        "%s run %s"
            .formatted(
                wanted.node().map("Node '%s' cannot"::formatted).orElse("No node can"),
                wanted.words()),
        "Call list_executors and choose an executor that is available, or start a worker with these"
            + " labels; 'baton node list' shows which nodes have what",
        Map.of("executor", wanted.executor(), "labels", wanted.labels()));
  }

  /** Refuses a model or effort that is all that keeps every node from it, with what they take. */
  private void refuseModel(Fleet fleet, NodeRequirements wanted) {
    var name = wanted.executor();
    fleet.suiting(wanted.with(ModelChoice.NONE)).stream()
        .flatMap(node -> node.facts().stream())
        .flatMap(facts -> facts.findExecutor(name).stream())
        .flatMap(executor -> executor.models().stream())
        .reduce(ModelCatalogue::and)
        .ifPresent(known -> executors.check(name, known, wanted.choice()));
  }

  private static void refuseIdle(KnownNode node) {
    throw new ToolFailure(
        BoardFailureCode.EXECUTOR_UNAVAILABLE,
        "Node '%s' is a server that runs no agents".formatted(node.name()),
        "Repeat the call without a node, or with one that has room in 'baton node list'",
        Map.of("node", node.name()));
  }

  private static void refuse(Fleet fleet, String name) {
    throw new ToolFailure(
        FailureCode.NOT_FOUND,
        "There is no node '%s'%s".formatted(name, NearestWord.asked(name, fleet.names())),
        "Repeat the call with a node that 'baton node list' shows, or without one",
        Map.of("nodes", fleet.names()));
  }
}
