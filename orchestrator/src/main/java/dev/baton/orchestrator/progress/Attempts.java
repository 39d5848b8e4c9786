package dev.baton.orchestrator.progress;

import dev.baton.database.StorageException;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AgentSession.SessionOverview;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Denials;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.Interrupted;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageCut;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.shipping.PullRequestWatch;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AttemptStops;
import dev.baton.orchestrator.turn.AttemptToken;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows attempts as they stand, and stops them. Thread safe. */
public final class Attempts {
  private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

  private static final int MOST_SESSIONS = 20;

  /**
   * Whose status, and how long to wait for a change.
   *
   * @param maxWait zero answers at once; cut to the cap
   * @param since answer when the state is another than this; the state at the call if empty
   */
  public record StatusQuery(UUID attemptId, Duration maxWait, Optional<AttemptState.Name> since) {
    /** What common clients wait for at most, with room for the way back. */
    public static final Duration MAX_WAIT = Duration.ofSeconds(45);

    public StatusQuery {
      maxWait = maxWait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : maxWait;
    }

    /** The status as it is. */
    public static StatusQuery now(UUID attemptId) {
      return new StatusQuery(attemptId, Duration.ZERO, Optional.empty());
    }
  }

  /**
   * Everything that a caller needs to decide what to do next with an attempt.
   *
   * @param sessions the newest ones, newest first
   * @param latestProcess the newest process that is no dev server
   * @param denials what the agent was refused in the last turn
   * @param workspacePath where the agent works, whether the directory is there or not
   * @param pendingApprovals questions of the agent that nobody has answered
   * @param standing how its pull requests stood when they were last read
   * @param budget one that is nearly used up, or used up
   */
  public record AttemptStatus(
      Attempt attempt,
      List<SessionOverview> sessions,
      Optional<ExecutionProcess> latestProcess,
      int queueLength,
      Optional<Waiting> waiting,
      Denials denials,
      Path workspacePath,
      List<Approval> pendingApprovals,
      Optional<TokenUsage> usage,
      PullRequestWatch.Standing standing,
      Optional<Budget> budget) {
    public AttemptStatus {
      sessions = List.copyOf(sessions);
      pendingApprovals = List.copyOf(pendingApprovals);
    }

    public Optional<UUID> latestSessionId() {
      return sessions.stream().findFirst().map(latest -> latest.session().id());
    }

    /** True if the agent waits for an answer. */
    public boolean needsInput() {
      return !pendingApprovals.isEmpty();
    }

    /** Queued messages wait until somebody goes on; without messages there is nothing to hold. */
    public boolean isQueueHeld() {
      return attempt.isQueueHeld() && queueLength > 0;
    }
  }

  /**
   * An attempt of which nothing runs any more.
   *
   * @param stopped how many processes were ended
   */
  public record StoppedAttempt(UUID attemptId, AttemptState.Name state, int stopped) {}

  /** Where an agent finds itself. */
  public record AttemptContext(
      Project project,
      BoardTask task,
      UUID attemptId,
      String workspaceBranch,
      List<AttemptRepo> repos) {
    public AttemptContext {
      repos = List.copyOf(repos);
    }
  }

  private final Store store;
  private final Node node;
  private final Dispatcher dispatcher;
  private final AttemptStops stops;
  private final Signals signals;
  private final AttemptWorkspaces workspaces;

  public Attempts(
      Store store,
      Node node,
      Dispatcher dispatcher,
      AttemptStops stops,
      Signals signals,
      AttemptWorkspaces workspaces) {
    this.workspaces = workspaces;
    this.store = store;
    this.node = node;
    this.dispatcher = dispatcher;
    this.stops = stops;
    this.signals = signals;
  }

  public List<AttemptOverview> list(UUID taskId) {
    return store.read(
        tables -> {
          CallSubject.task(tables, taskId);
          return tables.attempts().list(taskId);
        });
  }

  /** Attempts at all tasks that the filter lets through, newest first; for people only. */
  public <V> Page<V> list(
      AttemptOverview.Filter filter, PageRequest page, PageView<AttemptOverview, V> view) {
    var attempts =
        store.read(
            tables -> {
              filter.projectId().ifPresent(project -> CallSubject.project(tables, project));
              return tables.attempts().list(filter, page);
            });
    return PageCut.page(
        attempts,
        page,
        view,
        attempt -> new Position(attempt.createdAt(), attempt.attemptId()).cursor(page.list()));
  }

  /** The programs that were started for an attempt, oldest first. */
  public List<ExecutionProcess> processes(UUID attemptId) {
    return store.read(
        tables -> {
          CallSubject.attempt(tables, attemptId);
          return tables.processes().list(attemptId).stream().map(ProcessDetail::process).toList();
        });
  }

  /** An attempt alone, without what runs for it and what waits. */
  public Attempt load(UUID attemptId) {
    return store.read(tables -> CallSubject.attempt(tables, attemptId));
  }

  /** Waits for a change if the query says so. */
  public AttemptStatus status(StatusQuery query) {
    var first = status(query.attemptId());
    if (query.maxWait().isZero() || query.maxWait().isNegative()) {
      return first;
    }
    var since = query.since().orElse(first.attempt().state().name());
    var asked = first.pendingApprovals().size();
    await(
        signals,
        query.attemptId(),
        query.maxWait(),
        () -> isNews(query.attemptId(), since, query.since().isPresent() ? 0 : asked));
    return status(query.attemptId());
  }

  /** Another state, the end of all waiting in line, or a question that was not there. */
  private boolean isNews(UUID attemptId, AttemptState.Name since, int asked) {
    return store.read(
        tables ->
            tables
                    .attempts()
                    .find(attemptId)
                    .map(Attempt::state)
                    .filter(state -> state.name() == since)
                    .filter(state -> !(state instanceof AttemptState.NotBegun))
                    .isEmpty()
                || tables.approvals().listPending(attemptId).size() > asked);
  }

  private AttemptStatus status(UUID attemptId) {
    return store.read(
        tables -> {
          var attempt = CallSubject.attempt(tables, attemptId);
          var latest = tables.processes().findLatest(attemptId);
          return new AttemptStatus(
              attempt,
              tables.sessions().list(attemptId, MOST_SESSIONS),
              latest,
              // why not below: one that was imported may have had no turn at all
              Math.max(
                  0, tables.turns().countQueued(attemptId) - (isNotYetStarted(attempt) ? 1 : 0)),
              dispatcher.waiting(tables, attempt),
              latest
                  .flatMap(ExecutionProcess::turnId)
                  .map(tables.processes()::loadDenials)
                  .orElse(Denials.NONE),
              AttemptWorkspaces.describe(tables, attempt).agentDirectory(),
              tables.approvals().listPending(attemptId),
              tables.costs().ofAttempt(attemptId).usage(),
              PullRequestWatch.standing(tables, attemptId),
              dispatcher.budgets().list(tables, attempt.taskId()).stream()
                  .filter(budget -> budget.level() != Budget.Level.FINE)
                  .max(Comparator.comparing(Budget::level)));
        });
  }

  /** The first prompt of an attempt in line is not a queued message. */
  private static boolean isNotYetStarted(Attempt attempt) {
    return attempt.state().name() == AttemptState.Name.IDLE;
  }

  /** Brings what runs here to the homes of its repositories, as far as it is new. */
  public void bringHome() {
    if (!store.isShared()) {
      return;
    }
    try {
      store.read(tables -> tables.line().listRunning(node.name())).stream()
          .filter(Attempt::hasWorkspace)
          .forEach(this::bringHome);
    } catch (StorageException e) {
      // why only said: a server that is closed comes to its end without the database too
      LOG.warn("Work stays here until the next look, because the database is away", e);
    }
  }

  private void bringHome(Attempt attempt) {
    var problem = workspaces.bringHome(attempt);
    LOG.debug("Work of attempt {} was brought home; problem: {}", attempt.id(), problem);
  }

  /** Brings home what could not be brought when a turn ended. */
  public void bringUndelivered() {
    workspaces.bringUndelivered();
  }

  /** The node that has the workspace and the programs of an attempt, if it is another one. */
  public Optional<String> findElsewhere(UUID attemptId) {
    return store.isShared()
        ? store
            .read(tables -> tables.attempts().find(attemptId))
            .filter(attempt -> !node.has(attempt))
            .flatMap(Attempt::home)
        : Optional.empty();
  }

  /** The user of this machine stops it. */
  public StoppedAttempt stop(UUID attemptId, boolean force) {
    return stop(attemptId, force, TaskOwner.LOCAL);
  }

  /** Returns when nothing of the attempt runs any more, except dev servers. */
  public StoppedAttempt stop(UUID attemptId, boolean force, TaskOwner by) {
    store.read(tables -> CallSubject.attemptOf(node, tables, attemptId));
    try {
      var report = stops.stop(attemptId, force, by);
      if (!report.survivors().isEmpty()) {
        throw new ToolFailure(
            FailureCode.INTERNAL,
            "Attempt %s could not be stopped: %s"
                .formatted(attemptId, String.join("; ", report.survivors())),
            "Call stop_attempt again with force true; if it fails too, end the processes by hand",
            Map.of("survivors", report.survivors()));
      }
      var state = store.read(tables -> CallSubject.attempt(tables, attemptId)).state().name();
      return new StoppedAttempt(attemptId, state, report.stopped());
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "stop_attempt", "get_attempt_status for " + attemptId);
    }
  }

  public AttemptContext context(UUID attemptId) {
    return store.read(
        tables -> {
          var attempt = CallSubject.attempt(tables, attemptId);
          return new AttemptContext(
              tables.projects().find(attempt.projectId()).orElseThrow(),
              tables.boardTasks().find(attempt.taskId()).orElseThrow(),
              attemptId,
              attempt.branch(),
              tables.attempts().listRepos(attemptId));
        });
  }

  /** The attempt whose agent was given this token, as long as that agent runs. */
  public Optional<UUID> findByToken(String token) {
    return findAgent(token, agent -> agent.status() == ProcessStatus.RUNNING);
  }

  /** The attempt whose agent was given this token and has ended since. */
  public Optional<UUID> findByEndedToken(String token) {
    return findAgent(token, agent -> agent.status() != ProcessStatus.RUNNING);
  }

  private Optional<UUID> findAgent(String token, Predicate<ExecutionProcess> condition) {
    return store
        .read(tables -> tables.processes().findByTokenHash(new AttemptToken(token).hash()))
        .filter(condition)
        .map(ExecutionProcess::attemptId);
  }

  /** The attempt whose workspace holds this directory. */
  public Optional<UUID> findByDirectory(Path directory) {
    return store.read(
        tables ->
            Stream.<Path>iterate(directory.toAbsolutePath(), path -> path != null, Path::getParent)
                .flatMap(path -> tables.attempts().findByRoot(path).stream())
                .findFirst());
  }

  /** Waits until the condition holds, but no longer than patience allows. */
  static void await(Signals signals, UUID attemptId, Duration patience, BooleanSupplier condition) {
    try {
      var ignored = signals.await(attemptId, patience, condition);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolFailure(
          FailureCode.INTERNAL,
          "The wait for attempt %s was cut short".formatted(attemptId),
          "Call get_attempt_status again");
    }
  }
}
