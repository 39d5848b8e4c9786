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

/** Which of the nodes can take an attempt, whether they have room or not. Thread safe. */
public final class NodeChoice {
  private final Store store;
  private final NodeReport report;
  private final AgentExecutors executors;

  NodeChoice(Store store, NodeReport report, AgentExecutors executors) {
    this.store = store;
    this.report = report;
    this.executors = executors;
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
    var requirements = requirements(attempt, Optional.empty());
    return store.read(
        tables -> report.fleet(tables).without(attempt.home().orElse("")).findBest(requirements));
  }

  /** Refuses a node that cannot take an attempt from where it is. */
  public void requireTaker(Attempt attempt, String node) {
    requireTaker(requirements(attempt, Optional.of(node)));
  }

  private NodeRequirements requirements(Attempt attempt, Optional<String> node) {
    return store.read(
        tables ->
            new NodeRequirements(
                Optional.empty(),
                node,
                attempt.executor(),
                Optional.empty(),
                tables.nodes().listLabels(attempt.projectId()),
                report.sources(tables, attempt.id())));
  }

  /** Refuses what no known node can run. */
  public void requireTaker(NodeRequirements requirements) {
    report.noteAvailability(requirements.executor());
    var fleet = store.read(report::fleet);
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
        .ifPresent(NodeChoice::refuseIdle);
    if (!fleet.isAnywhere(requirements.executor())) {
      var _ = executors.loadAvailable(requirements.executor());
    }
    var anyModel = requirements.with(ModelChoice.NONE);
    if (!fleet.suiting(anyModel).isEmpty()) {
      refuseModel(fleet, requirements);
      throw cannotRun(requirements);
    }
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
    throw cannotRun(requirements);
  }

  private static ToolFailure cannotRun(NodeRequirements requirements) {
    return new ToolFailure(
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
