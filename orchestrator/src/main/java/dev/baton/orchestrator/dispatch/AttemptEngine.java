package dev.baton.orchestrator.dispatch;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.ingest.DigestWriter;
import dev.baton.orchestrator.ingest.InputLines;
import dev.baton.orchestrator.ingest.LingeringAgents;
import dev.baton.orchestrator.ingest.OutputEffects;
import dev.baton.orchestrator.ingest.OutputIngest;
import dev.baton.orchestrator.ingest.OutputReadings;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.process.Launcher;
import dev.baton.orchestrator.process.OutputWatcher;
import dev.baton.orchestrator.process.ProcessTable;
import dev.baton.orchestrator.process.ProgramInspector;
import dev.baton.orchestrator.process.Stopper;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptDriver;
import dev.baton.orchestrator.turn.AttemptInterruption;
import dev.baton.orchestrator.turn.AttemptStops;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.DevServers;
import dev.baton.orchestrator.turn.DriverWork;
import dev.baton.orchestrator.turn.ProcessStarter;
import dev.baton.orchestrator.turn.Programs;
import dev.baton.orchestrator.turn.StartWatches;
import dev.baton.orchestrator.turn.StrayPrograms;
import dev.baton.orchestrator.turn.TurnConclusion;
import dev.baton.orchestrator.turn.TurnOpening;
import dev.baton.orchestrator.turn.TurnPoints;
import dev.baton.orchestrator.turn.TurnPrograms;
import dev.baton.orchestrator.turn.TurnRecorder;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs attempts, each on a thread of its own. Thread safe. Closing it leaves agents running: the
 * next one finds them again.
 */
public final class AttemptEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptEngine.class);

  /** How long an agent may stay after its turn. */
  private static final Duration DEPARTURE = Duration.ofSeconds(3);

  private final Store store;
  private final Node node;
  private final Signals signals = new Signals();
  private final ProgramDirectories directories;
  private final OutputWatcher watcher;
  private final StrayPrograms strayPrograms;
  private final Drivers drivers;
  private final Dispatcher dispatcher;
  private final AttemptStops stops;
  private final DevServers devServers;
  private final ApprovalDelivery approvals;
  private final TimeLimitEnforcer times;
  private final AttemptInterruption interruption;
  private final MovedPrograms movedPrograms;
  private final NodeLife life;
  private final NodeWatch nodeWatch;

  /** An engine that drives nothing before it recovers. */
  public AttemptEngine(
      Store store,
      AgentExecutors executors,
      AttemptWorkspaces workspaces,
      WorkspaceChanges changes,
      TurnPoints points,
      DispatchSetup setup) {
    this.store = store;
    node = setup.node();
    var clock = setup.clock();
    var rules = setup.rules();
    var budgets = new Budgets(rules.budgetPerDay(), clock);
    var table = ProcessTable.ofThisSystem();
    var inspector = new ProgramInspector(table, clock);
    var stopper = new Stopper(table, setup.stopPatience());
    directories = new ProgramDirectories(setup.dataDirectory().resolve("runs"));
    strayPrograms = new StrayPrograms(store, directories, stopper);

    var inputs = new InputLines(store, directories);
    var lingering = new LingeringAgents(inputs, directories, inspector, stopper, DEPARTURE);
    var starter =
        new ProcessStarter(
            store,
            executors,
            new Launcher(inspector),
            inspector,
            directories,
            setup.server(),
            rules);
    var output =
        new OutputIngest(
            store,
            new OutputReadings(store, starter::reader),
            new DigestWriter(setup.ids(), budgets, rules.times().approval()),
            new OutputEffects(store, signals, inputs, lingering),
            clock);
    watcher = OutputWatcher.start(inspector, output);
    var programs =
        new Programs(starter, workspaces, directories, output, watcher, stopper, signals);

    var opening = new TurnOpening(executors, setup.ids(), clock);
    var report = new NodeReport(store, node, executors, setup.reaching());
    var line = new Line(report, rules.limits(), budgets, opening);
    var watches = new StartWatches(store);
    interruption = new AttemptInterruption(store, clock);
    var conclusion =
        new TurnConclusion(store, opening, line, changes, watches, interruption, clock);
    var work = new DriverWork(store, changes);
    var driver =
        new AttemptDriver(
            store,
            rules,
            new TurnPrograms(store, programs, directories, changes, points, inputs, watches, clock),
            work,
            points,
            strayPrograms,
            new TurnRecorder(store, opening, conclusion));
    var capacity = 2 * rules.limits().total() + 4;
    movedPrograms =
        new MovedPrograms(store, node, directories, inspector, stopper, workspaces, output);
    drivers =
        new Drivers(
            store,
            driver,
            watches,
            new RemoteStarts(store, signals),
            movedPrograms,
            new LineReturns(store, report, line, clock),
            node,
            capacity,
            clock);

    dispatcher =
        new Dispatcher(
            store, line, drivers, new NodeChoice(store, report, executors), budgets, conclusion);
    stops = new AttemptStops(store, programs, work, strayPrograms, signals, clock);
    devServers = new DevServers(store, programs, strayPrograms, output, setup.ids(), clock);
    approvals = new ApprovalDelivery(store, output, inputs, signals, clock);
    times = new TimeLimitEnforcer(store, node, rules.times(), stops, drivers, clock);
    life =
        new NodeLife(
            store,
            node,
            drivers,
            line,
            report,
            interruption,
            movedPrograms,
            setup.missedCalls(),
            clock);
    nodeWatch = new NodeWatch(store, node, life);
  }

  /** Goes on with what this server left when it stopped, and with whoever has room now. */
  public void recover() {
    drivers.begin();
    nodeWatch.start();
    life.introduce();
    var ignored = interruption.resumeAll(node.name());
    movedPrograms.endAllSoon();
    store
        .read(tables -> tables.line().listRunning(node.name()))
        .forEach(attempt -> drivers.resume(attempt.id()));
    devServers.recover(node);
    dispatcher.admit();
  }

  /** Hears what nodes tell each other about attempts; what is about something else is not ours. */
  public void hear(NodeNews news) {
    life.hear(news);
  }

  /** Ends what is left here of attempts that went elsewhere. */
  public void endMovedPrograms() {
    movedPrograms.endAll();
  }

  /** What becomes of attempts whose node is gone. */
  public AttemptInterruption interruption() {
    return interruption;
  }

  /** Stops what has run longer than it may. */
  public void enforceTimes() {
    times.enforce();
  }

  public DevServers devServers() {
    return devServers;
  }

  public Signals signals() {
    return signals;
  }

  public ProgramDirectories directories() {
    return directories;
  }

  public AttemptStops stops() {
    return stops;
  }

  public StrayPrograms strayPrograms() {
    return strayPrograms;
  }

  public ApprovalDelivery approvals() {
    return approvals;
  }

  public Dispatcher dispatcher() {
    return dispatcher;
  }

  @Override
  public void close() {
    nodeWatch.close();
    leave();
    drivers.close();
    watcher.close();
  }

  /** Signs this node off, so that nobody waits for it who places an attempt. */
  private void leave() {
    if (!store.isShared()) {
      return;
    }
    try {
      store.write(
          tables -> {
            tables.nodes().leave(node.beginning());
            return node;
          });
    } catch (StorageException e) {
      LOG.debug("Nobody hears that this node ends", e);
    }
  }
}
