package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.node.SharedClock;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.node.NodeTable;
import dev.baton.orchestrator.turn.AttemptInterruption;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acts for a node when its heart beats, when it hears of others, when one of them falls silent, and
 * when it was without the database itself. Thread safe.
 */
final class NodeLife {
  private static final Logger LOG = LoggerFactory.getLogger(NodeLife.class);

  private final Store store;
  private final Node node;
  private final Drivers drivers;
  private final Line line;
  private final NodeReport report;
  private final AttemptInterruption interruption;
  private final MovedPrograms movedPrograms;
  private final Runnable calls;
  private final SharedClock clock;

  /**
   * The parts that it sets to work.
   *
   * @param calls looks for what other nodes ask of this one
   */
  NodeLife(
      Store store,
      Node node,
      Drivers drivers,
      Line line,
      NodeReport report,
      AttemptInterruption interruption,
      MovedPrograms movedPrograms,
      Runnable calls,
      SharedClock clock) {
    this.store = store;
    this.node = node;
    this.drivers = drivers;
    this.line = line;
    this.report = report;
    this.interruption = interruption;
    this.movedPrograms = movedPrograms;
    this.calls = calls;
    this.clock = clock;
  }

  /** Tells the others what this node can run: a worker is of no use before, a server may be. */
  void introduce() {
    if (node.setup().kind() == NodeSetup.Kind.WORKER) {
      report.tell();
    } else if (store.isShared()) {
      Thread.ofVirtual().name("node report").start(report::tell);
    }
  }

  /**
   * This node lives, and learnt this when it said so. Servers that share a database share the room
   * in projects, and only one of them leaves it.
   */
  void onBeat(NodeTable.Beat beat) {
    clock.learn(beat.seenAt());
    if (beat.isAwaited() && store.read(line::isOpen)) {
      drivers.start(store.write(line::admit));
    }
    if (!store.isShared()) {
      return;
    }
    if (beat.isAtWork()) {
      // why: who handed an attempt over may have died before it could say so
      store
          .read(tables -> tables.line().listRunning(node.name()))
          .forEach(attempt -> drivers.resumeIfLost(attempt.id()));
    }
    if (beat.isCalled()) {
      calls.run();
    }
    Thread.ofVirtual().name("node report").start(report::tell);
  }

  /** This node was silent for so long that others may have taken it for dead. */
  void onReturn() {
    interruption.resumeAll(node.name()).forEach(drivers::resumeIfLost);
    movedPrograms.endAllSoon();
  }

  /** Another node has the name of this one: what is recorded under it is no more ours. */
  void onReplacement() {
    LOG.warn("Another data directory has the name '{}' by now, so this node ends", node.name());
    drivers.stepDown(movedPrograms::endAll);
  }

  /** This node has not reached the database for longer than its agents may go on without. */
  void onIsolation() {
    if (store.isShared()) {
      movedPrograms.stopAll(node.setup().patience());
    }
  }

  /** What is about something else than attempts is not ours. */
  void hear(NodeNews news) {
    switch (news) {
      case NodeNews.Due due when due.node().equals(node.name()) -> drivers.wake();
      case NodeNews.Moved moved -> movedPrograms.hear(moved);
      case NodeNews.Repositories _ ->
          Thread.ofVirtual().name("node report").start(report::tellAgain);
      case NodeNews.Due _,
          NodeNews.Happened _,
          NodeNews.Output _,
          NodeNews.Called _,
          NodeNews.Answered _ -> {}
    }
  }

  /** Another node is silent since then. */
  void onSilence(String name, Instant since) {
    interruption.interrupt(name, since);
  }
}
