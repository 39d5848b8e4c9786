package dev.baton.orchestrator.dispatch;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.fleet.NodeRequirements;
import dev.baton.orchestrator.ingest.DigestWriter;
import dev.baton.orchestrator.ingest.InputLines;
import dev.baton.orchestrator.ingest.LingeringAgents;
import dev.baton.orchestrator.ingest.OutputEffects;
import dev.baton.orchestrator.ingest.OutputIngest;
import dev.baton.orchestrator.ingest.OutputReadings;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.node.NodeWatch;
import dev.baton.orchestrator.process.Launcher;
import dev.baton.orchestrator.process.OutputWatcher;
import dev.baton.orchestrator.process.ProcessTable;
import dev.baton.orchestrator.process.ProgramInspector;
import dev.baton.orchestrator.process.Stopper;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptDriver;
import dev.baton.orchestrator.turn.AttemptInterruption;
import dev.baton.orchestrator.turn.AttemptStops;
import dev.baton.orchestrator.turn.AttemptStops.StopReport;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.DevServers;
import dev.baton.orchestrator.turn.DriverWork;
import dev.baton.orchestrator.turn.ProcessStarter;
import dev.baton.orchestrator.turn.Programs;
import dev.baton.orchestrator.turn.StartWatches;
import dev.baton.orchestrator.turn.StartWatches.StartFailure;
import dev.baton.orchestrator.turn.StrayPrograms;
import dev.baton.orchestrator.turn.TurnConclusion;
import dev.baton.orchestrator.turn.TurnConclusion.TurnCounts;
import dev.baton.orchestrator.turn.TurnOpening;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import dev.baton.orchestrator.turn.TurnPoints;
import dev.baton.orchestrator.turn.TurnPrograms;
import dev.baton.orchestrator.turn.TurnRecorder;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs attempts, each on a thread of its own. Thread safe. Closing it leaves agents running: the
 * next one finds them again.
 */
public final class Dispatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** How long an agent may stay after its turn. */
  private static final Duration DEPARTURE = Duration.ofSeconds(3);

  private final Store store;
  private final Node node;
  private final Signals signals = new Signals();
  private final ProgramDirectories directories;
  private final OutputWatcher watcher;
  private final NodeReport report;
  private final Budgets budgets;
  private final Line line;
  private final StrayPrograms strayPrograms;
  private final TurnConclusion conclusion;
  private final Drivers drivers;
  private final AttemptStops stops;
  private final DevServers devServers;
  private final ApprovalDelivery approvals;
  private final TimeLimitEnforcer times;
  private final AttemptInterruption interruption;
  private final MovedPrograms movedPrograms;
  private final NodeLife life;
  private final NodeWatch nodeWatch;

  private Dispatcher(
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
    budgets = new Budgets(rules.budgetPerDay(), clock);
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
    report = new NodeReport(store, node, executors, setup.reaching());
    line = new Line(report, rules.limits(), budgets, opening);
    var watches = new StartWatches(store);
    interruption = new AttemptInterruption(store, clock);
    conclusion = new TurnConclusion(store, opening, line, changes, watches, interruption, clock);
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
        Drivers.open(
            store,
            driver,
            watches,
            new RemoteStarts(store, signals),
            movedPrograms::end,
            new LineReturns(store, report, line, clock),
            node.name(),
            capacity,
            clock);

    stops = new AttemptStops(store, programs, work, signals, clock);
    devServers = new DevServers(store, programs, strayPrograms, output, setup.ids(), clock);
    approvals = new ApprovalDelivery(store, output, inputs, signals, clock);
    times = new TimeLimitEnforcer(store, node, rules.times(), stops, drivers, clock);
    life =
        new NodeLife(
            store, node, drivers, line, report, interruption, movedPrograms, setup.calls(), clock);
    nodeWatch = new NodeWatch(store, node, life);
  }

  public static Dispatcher open(
      Store store,
      AgentExecutors executors,
      AttemptWorkspaces workspaces,
      WorkspaceChanges changes,
      TurnPoints points,
      DispatchSetup setup) {
    return new Dispatcher(store, executors, workspaces, changes, points, setup);
  }

  /** Goes on with what this server left when it stopped, and with whoever has room now. */
  public void recover() {
    nodeWatch.start();
    life.introduce();
    var ignored = interruption.resumeAll(node.name());
    movedPrograms.endAllSoon();
    store
        .read(tables -> tables.line().listRunning(node.name()))
        .forEach(attempt -> drivers.resume(attempt.id()));
    devServers.recover(node);
    admit();
  }

  /** Hears what nodes tell each other about attempts; what is about something else is not ours. */
  public void hear(NodeNews news) {
    life.hear(news);
  }

  /** Tells the node that had an attempt that it is to go on elsewhere. */
  public void tellMoved(Tables tables, UUID attemptId) {
    tables.events().tell(new NodeNews.Moved(attemptId));
  }

  /** Ends what is left here of attempts that went elsewhere. */
  public void endMovedPrograms() {
    movedPrograms.endAll();
  }

  /** Refuses what no known node can run. */
  public void requireTaker(NodeRequirements requirements) {
    report.requireTaker(requirements);
  }

  /** The node that could take it best, other than one. */
  public Optional<KnownNode> findTaker(NodeRequirements requirements, String other) {
    return store.read(tables -> report.fleet(tables).without(other).findBest(requirements));
  }

  /** The homes of the repositories of an attempt, from which its node gets them. */
  public Set<String> sources(UUID attemptId) {
    return store.read(tables -> report.sources(tables, attemptId));
  }

  /** What becomes of attempts whose node is gone. */
  public AttemptInterruption interruption() {
    return interruption;
  }

  /** Starts turns that were opened, wherever they run. */
  public void startAll(List<OpenedTurn> opened) {
    drivers.start(opened);
  }

  /** All nodes, as this one knows them. */
  public List<KnownNode> nodes() {
    return store.read(tables -> report.fleet(tables).nodes());
  }

  /** Puts an attempt in line, and opens the turns of all for whom there is room. */
  public List<OpenedTurn> join(Tables tables, UUID attemptId) {
    return line.join(tables, attemptId);
  }

  /** Opens a turn at once; refused with the reason and this hint if it cannot begin. */
  public OpenedTurn openTurn(Tables tables, Attempt attempt, Turn turn, String hint) {
    return line.open(tables, attempt, turn, hint);
  }

  public Optional<Waiting> waiting(Tables tables, Attempt attempt) {
    return line.waiting(tables, attempt);
  }

  /**
   * Starts turns that were opened, and returns when the one of this attempt runs or is over.
   *
   * @return why it could not be started; empty if it runs or is not among them
   */
  public Optional<StartFailure> start(List<OpenedTurn> opened, UUID attemptId)
      throws InterruptedException {
    return drivers.start(opened, attemptId);
  }

  /** Opens and starts turns for whom there is room now, after somebody left. */
  public void admit() {
    drivers.start(store.write(line::admit));
  }

  public StopReport stop(UUID attemptId, boolean force, TaskOwner by) throws InterruptedException {
    var stopped = stops.stop(attemptId, force, by);
    var strays = endStrays(attemptId);
    return new StopReport(
        Math.max(stopped.stopped(), Math.min(strays.stopped(), 1)),
        Stream.concat(stopped.survivors().stream(), strays.survivors().stream()).toList());
  }

  /** Ends what programs left in the workspace of an attempt at rest that cut every tie to them. */
  public StopReport endStrays(UUID attemptId) throws InterruptedException {
    return strayPrograms.endStrays(attemptId);
  }

  /** Whether this server drives an attempt. */
  public boolean isAtWork() {
    return !drivers.driven().isEmpty();
  }

  /** Stops what has run longer than it may. */
  public void enforceTimes() {
    times.enforce();
  }

  /** Tells the agent; {@code record} notes the answer in the same transaction, or refuses. */
  public boolean answer(Approval approval, ApprovalAnswer answer, Predicate<Tables> record)
      throws InterruptedException {
    return approvals.answer(approval, answer, record);
  }

  public Budgets budgets() {
    return budgets;
  }

  public DevServers devServers() {
    return devServers;
  }

  public Signals signals() {
    return signals;
  }

  public TurnCounts turnCounts() {
    return conclusion.counts();
  }

  /** Deletes the files that an attempt's programs wrote. */
  public void deleteOutput(UUID attemptId) throws IOException {
    directories.delete(attemptId);
  }

  @Override
  public void close() {
    nodeWatch.close();
    leave();
    drivers.close();
    watcher.close();
  }

  /** Whoever places attempts does not wait for a node that has gone. */
  private void leave() {
    if (!store.isShared()) {
      return;
    }
    try {
      store.write(
          tables -> {
            tables.nodes().leave(node.name());
            return node;
          });
    } catch (StorageException e) {
      LOG.debug("Nobody hears that this node ends", e);
    }
  }
}
