package dev.baton.orchestrator.upkeep;

import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Interrupted;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.fleet.ExecutorOffer;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.fleet.NodeWords;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.start.TurnQueue;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AttemptInterruption;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The nodes that share the database: who they are, who may start something, who moves. Thread safe.
 */
public final class Nodes {
  private static final Duration MAX_WAIT = Duration.ofSeconds(45);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final String REMOVED = " (removed)";
  private static final String MOVED = "interrupted: the attempt was moved";
  private static final String GO_ON =
      "The work on this task was moved to another machine, and the conversation before it cannot be"
          + " taken up there. The files are as the last turn left them. Go on from there.";

  /** An attempt that goes on elsewhere. */
  public record MovedAttempt(
      UUID attemptId,
      Optional<String> from,
      String to,
      AttemptState.Name state,
      Optional<Waiting> waiting) {}

  private final Store store;
  private final Node node;
  private final Dispatcher dispatcher;
  private final AttemptInterruption interruption;
  private final TurnQueue turns;
  private final Clock clock;

  public Nodes(
      Store store,
      Node node,
      Dispatcher dispatcher,
      AttemptInterruption interruption,
      TurnQueue turns,
      Clock clock) {
    this.store = store;
    this.node = node;
    this.dispatcher = dispatcher;
    this.interruption = interruption;
    this.turns = turns;
    this.clock = clock;
  }

  /** All that are known, by name. */
  public List<KnownNode> list() {
    return dispatcher.nodes().list();
  }

  /** The executors of all nodes; programs here are asked for their versions, which takes time. */
  public List<ExecutorOffer> listExecutors() {
    return dispatcher.nodes().listExecutors();
  }

  /** The executor of an attempt where it is, or where it could be; else as it is set up here. */
  public Optional<NodeFacts.Executor> findExecutor(Attempt attempt) {
    return dispatcher.nodes().findExecutor(attempt);
  }

  /** The name of this one. */
  public String self() {
    return node.name();
  }

  /** Why this node has to end; empty as long as its name is its own. */
  public Optional<String> findEnd() {
    return dispatcher.hasSteppedDown()
        ? Optional.of(
            "Node '%s' was removed while it was away, and another data directory has its name by now: what ran here is ended, and its work is kept."
                .formatted(node.name()))
        : Optional.empty();
  }

  public KnownNode load(String name) {
    return list().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private ToolFailure unknown(String name) {
    var names = list().stream().map(KnownNode::name).toList();
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "There is no node '%s'%s".formatted(name, NearestWord.asked(name, names)),
        "Repeat the call with a node that list_nodes shows",
        Map.of("nodes", names));
  }

  /** Starts nothing new there; returns when nothing runs there, or the time is up. */
  public KnownNode drain(String name, Duration patience) {
    set(name, true);
    var deadline =
        System.nanoTime() + (patience.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : patience).toNanos();
    try {
      while (load(name).running() > 0 && System.nanoTime() < deadline) {
        TimeUnit.NANOSECONDS.sleep(LOOK_AGAIN.toNanos());
      }
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "drain_node", "list_nodes");
    }
    return load(name);
  }

  /** Lets it take attempts again. */
  public KnownNode resume(String name) {
    set(name, false);
    dispatcher.admit();
    return load(name);
  }

  private void set(String name, boolean isDraining) {
    load(name);
    var _ =
        store.write(
            tables -> {
              tables.nodes().setDraining(name, isDraining);
              return name;
            });
  }

  /** Forgets a node that does not come back; what it had can be moved elsewhere. */
  public KnownNode remove(String name) {
    var known = load(name);
    return store.write(
        tables -> {
          tables.nodes().lock(name);
          refuseLive(tables, name);
          interruption.interruptForGood(tables, name);
          tables.attempts().rename(name, name + REMOVED);
          tables.nodes().delete(name);
          return known;
        });
  }

  private void refuseLive(Tables tables, String name) {
    if (name.equals(node.name())
        || tables.nodes().find(name).filter(KnownNode::isLive).isPresent()) {
      throw new ToolFailure(
          BoardFailureCode.ATTEMPT_BUSY,
          "Node '%s' lives, so it is not removed".formatted(name),
          "Call drain_node, end its program, and repeat the call half a minute later",
          Map.of("node", name));
    }
  }

  /** The labels that a node must have for the attempts of a project. */
  public List<String> labels(UUID projectId) {
    return store.read(tables -> tables.nodes().listLabels(projectId));
  }

  /** The same; replaces those before. */
  public List<String> setLabels(UUID projectId, List<String> labels) {
    var wanted = labels.stream().filter(label -> !label.isEmpty()).distinct().toList();
    NodeWords.requireWanted(wanted);
    return store.write(
        tables -> {
          CallSubject.project(tables, projectId);
          tables.nodes().setLabels(projectId, wanted);
          return wanted;
        });
  }

  /**
   * Continues an attempt on another node, from the last work that was brought home.
   *
   * @param to the node; blank for the emptiest that can
   */
  public MovedAttempt move(UUID attemptId, String to) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, attemptId));
    var target = target(attempt, to);
    var opened = store.write(tables -> move(tables, attemptId, target));
    dispatcher.startAll(opened);
    return store.read(
        tables -> {
          var now = CallSubject.attempt(tables, attemptId);
          return new MovedAttempt(
              attemptId,
              attempt.home(),
              target,
              now.state().name(),
              dispatcher.waiting(tables, now));
        });
  }

  private String target(Attempt attempt, String to) {
    if (!to.isBlank()) {
      if (attempt.home().equals(Optional.of(to))) {
        throw ToolFailure.invalid(
            "/to",
            "Attempt %s is on node '%s' already".formatted(attempt.id(), to),
            "Name another node, or leave it out");
      }
      dispatcher.nodes().requireTaker(attempt, to);
      return to;
    }
    return dispatcher
        .nodes()
        .findTaker(attempt)
        .map(KnownNode::name)
        .orElseThrow(
            () ->
                new ToolFailure(
                    BoardFailureCode.EXECUTOR_UNAVAILABLE,
                    "No other node can run %s".formatted(attempt.executor()),
                    "Call list_nodes; start a worker that has it, then repeat the call",
                    Map.of("executor", attempt.executor())));
  }

  private List<OpenedTurn> move(Tables tables, UUID attemptId, String target) {
    tables.lock("attempt " + attemptId);
    tables.line().lock();
    var attempt = CallSubject.attempt(tables, attemptId);
    CallSubject.refuseBusy(attempt);
    tables.nodes().setWanted(attemptId, target);
    if (attempt.home().isEmpty()) {
      return dispatcher.join(tables, attemptId);
    }
    // why: its agent's token counts for nothing from now on
    interruption.endTurn(tables, attemptId, MOVED);
    tables.sessions().findLatest(attemptId).ifPresent(it -> tables.sessions().setLost(it.id()));
    tables.attempts().uproot(attemptId, clock.instant());
    var turn = turns.add(tables, attemptId, new TurnPrompt(GO_ON, Optional.empty()));
    tables.turns().putFirst(turn);
    tables.attempts().setQueueHeld(attemptId, false, clock.instant());
    var data = Json.object().put("to", target);
    attempt.home().ifPresent(home -> data.put("from", home));
    tables.events().ofAttempt(EventName.ATTEMPT_MOVED, attemptId, data);
    // why: what is left of it there must end
    tables.events().tell(new NodeNews.Moved(attemptId));
    return dispatcher.join(tables, attemptId);
  }
}
