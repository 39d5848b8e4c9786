package dev.baton.orchestrator.dispatch;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.event.Signals;
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
import dev.baton.orchestrator.turn.AttemptStops;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.DevServers;
import dev.baton.orchestrator.turn.DriverParts;
import dev.baton.orchestrator.turn.DriverWork;
import dev.baton.orchestrator.turn.Leftovers;
import dev.baton.orchestrator.turn.OpenedTurn;
import dev.baton.orchestrator.turn.ProcessStarter;
import dev.baton.orchestrator.turn.StartWatches;
import dev.baton.orchestrator.turn.StopReport;
import dev.baton.orchestrator.turn.TurnConclusion;
import dev.baton.orchestrator.turn.TurnCounts;
import dev.baton.orchestrator.turn.TurnOpening;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs attempts, each on a thread of its own. Thread safe. Closing it leaves agents running: the
 * next one finds them again.
 */
public final class Dispatcher implements NodeWatch.Listener, AutoCloseable {
  /** How long an agent may stay after its turn. */
  private static final Duration DEPARTURE = Duration.ofSeconds(3);

  private static final Duration READER_PATIENCE = Duration.ofSeconds(10);

  private final Store store;
  private final DriverParts parts;
  private final Line line;
  private final AttemptStops stops;
  private final DevServers devServers;
  private final TimeLimitEnforcer times;
  private final Drivers drivers;
  private final Node node;
  private final Interruptions interruptions;
  private final NodeWatch nodeWatch;

  private Dispatcher(
      Store store,
      DriverParts parts,
      Line line,
      AttemptStops stops,
      DevServers devServers,
      TimeLimitEnforcer times,
      Drivers drivers,
      Node node) {
    this.store = store;
    this.parts = parts;
    this.line = line;
    this.stops = stops;
    this.devServers = devServers;
    this.times = times;
    this.drivers = drivers;
    this.node = node;
    this.interruptions = new Interruptions(store, node, parts.signals(), parts.clock());
    this.nodeWatch = new NodeWatch(store, node, this);
  }

  public static Dispatcher open(
      Store store,
      AgentExecutors executors,
      AttemptWorkspaces workspaces,
      WorkspaceChanges changes,
      DispatchSetup setup) {
    var table = ProcessTable.ofThisSystem();
    var inspector = new ProgramInspector(table, setup.clock());
    var stopper = new Stopper(table, setup.stopPatience());
    var directories = new ProgramDirectories(setup.dataDirectory().resolve("runs"));
    var signals = new Signals();
    var driverWork = new DriverWork();
    var inputs = new InputLines(store, directories);
    var opening = new TurnOpening(executors, setup.ids(), setup.clock());
    var line = new Line(setup.node().name(), setup.rules().limits(), opening);
    var starter =
        new ProcessStarter(
            store,
            executors,
            new Launcher(inspector),
            inspector,
            directories,
            setup.server(),
            setup.rules());
    var watches = new StartWatches(store);
    var effects =
        new OutputEffects(
            store,
            signals,
            inputs,
            new LingeringAgents(inputs, directories, inspector, stopper, DEPARTURE));
    var output =
        new OutputIngest(
            store,
            new OutputReadings(store, starter::reader),
            new DigestWriter(setup.ids(), setup.rules().times().approval()),
            effects,
            setup.clock());
    var parts =
        new DriverParts(
            store,
            workspaces,
            changes,
            starter,
            directories,
            new Leftovers(store, directories, stopper),
            output,
            OutputWatcher.start(inspector, output),
            inputs,
            driverWork,
            opening,
            new TurnConclusion(store, opening, line::admit, watches, setup.clock()),
            watches,
            signals,
            setup.rules(),
            setup.clock());
    var drivers = new Drivers(parts, setup.node().name(), 2 * setup.rules().limits().total() + 4);
    drivers.begin();
    var stops =
        new AttemptStops(
            store, directories, inspector, stopper, output, driverWork, signals, setup.clock());
    return new Dispatcher(
        store,
        parts,
        line,
        stops,
        new DevServers(parts, inspector, stopper, setup.ids()),
        new TimeLimitEnforcer(store, setup.rules().times(), stops, drivers, setup.clock()),
        drivers,
        setup.node());
  }

  /** Goes on with what this server left when it stopped, and with whoever has room now. */
  public void recover() {
    nodeWatch.start();
    var ignored = interruptions.restore();
    store
        .read(tables -> tables.line().listRunning(node.name()))
        .forEach(attempt -> drivers.resume(attempt.id()));
    devServers.recover(node);
    admit();
  }

  /** Servers that share a database share the room in projects, and only one of them leaves it. */
  @Override
  public void onBeat() {
    if (!store.read(line::isEmpty)) {
      admit();
    }
  }

  @Override
  public void onReturn() {
    interruptions.restore().forEach(drivers::resumeIfLost);
  }

  @Override
  public void onSilence(String name, Instant since) {
    interruptions.interrupt(name, since);
  }

  /** Puts an attempt in line, and opens the turns of all for whom there is room. */
  public List<OpenedTurn> join(Tables tables, UUID attemptId) {
    return line.join(tables, attemptId);
  }

  /** Opens a turn at once, if there is room. */
  public Optional<OpenedTurn> openTurn(Tables tables, Attempt attempt, Turn turn) {
    return line.hasRoom(tables, attempt)
        ? Optional.of(parts.opening().open(tables, attempt, turn))
        : Optional.empty();
  }

  public Optional<Waiting> waiting(Tables tables, Attempt attempt) {
    return line.waiting(tables, attempt);
  }

  /**
   * Starts turns that were opened, and returns when the one of this attempt runs or is over.
   *
   * @return why it could not be started; empty if it runs or is not among them
   */
  public Optional<ToolFailure> start(List<OpenedTurn> opened, UUID attemptId)
      throws InterruptedException {
    var ours = opened.stream().filter(turn -> turn.attemptId().equals(attemptId)).findFirst();
    if (ours.isEmpty()) {
      drivers.start(opened);
      return Optional.empty();
    }
    return parts.watches().await(ours.get(), () -> drivers.start(opened));
  }

  /** Whether what was recorded starts by itself in spite of this failure. */
  public boolean startsLater(ToolFailure failure) {
    return failure.code() == FailureCode.STORAGE_UNAVAILABLE
        || failure.code() == FailureCode.NODE_UNAVAILABLE;
  }

  /** Opens and starts turns for whom there is room now, after somebody left. */
  public void admit() {
    drivers.start(store.write(line::admit));
  }

  public StopReport stop(UUID attemptId, boolean force) throws InterruptedException {
    var stopped = stops.stop(attemptId, force);
    var strays = endStrays(attemptId);
    return new StopReport(
        Math.max(stopped.stopped(), Math.min(strays.stopped(), 1)),
        Stream.concat(stopped.survivors().stream(), strays.survivors().stream()).toList());
  }

  /** Ends what programs left in the workspace of an attempt at rest that cut every tie to them. */
  public StopReport endStrays(UUID attemptId) throws InterruptedException {
    return parts.leftovers().endStrays(attemptId);
  }

  /** Stops what has run longer than it may. */
  public void enforceTimes() {
    times.enforce();
  }

  /** Tells the agent; {@code record} notes the answer in the same transaction, or refuses. */
  public boolean answer(Approval approval, ApprovalAnswer answer, Predicate<Tables> record)
      throws InterruptedException {
    awaitReader(approval);
    var lines = parts.output().answer(approval.processId(), approval.agentRequestId(), answer);
    var process =
        store.write(
            tables -> {
              if (!record.test(tables)) {
                return Optional.<ProcessDetail>empty();
              }
              tables.attempts().setActive(approval.attemptId(), parts.clock().instant());
              lines.forEach(
                  send -> tables.inputs().add(approval.processId(), send.key(), send.line()));
              return tables.processes().find(approval.processId());
            });
    if (process.isPresent()) {
      parts.inputs().deliver(process.get().process());
      parts.signals().tell(approval.attemptId());
    }
    return process.isPresent();
  }

  /** After a restart it takes a moment until the output of an agent is read again. */
  private void awaitReader(Approval approval) throws InterruptedException {
    var processId = approval.processId();
    if (!parts
        .signals()
        .await(
            approval.attemptId(),
            READER_PATIENCE,
            () -> parts.output().findEnd(processId).isPresent() || !isRunning(processId))) {
      throw new ToolFailure(
          FailureCode.ATTEMPT_BUSY,
          "The agent that asks question %s cannot be reached yet".formatted(approval.id()),
          "Repeat respond_approval in some seconds",
          Map.of("approval_id", approval.id()));
    }
  }

  private boolean isRunning(UUID processId) {
    return store
        .read(tables -> tables.processes().find(processId))
        .filter(detail -> detail.process().isRunning())
        .isPresent();
  }

  public DevServers devServers() {
    return devServers;
  }

  public Signals signals() {
    return parts.signals();
  }

  public TurnCounts turnCounts() {
    return parts.conclusion().counts();
  }

  /** Deletes the files that an attempt's programs wrote. */
  public void deleteOutput(UUID attemptId) throws IOException {
    parts.directories().delete(attemptId);
  }

  @Override
  public void close() {
    nodeWatch.close();
    drivers.close();
    parts.watcher().close();
  }
}
