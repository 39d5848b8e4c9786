package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Denials;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestSession;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.ingest.UsageJson;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageCut;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.page.TailPage;
import dev.baton.orchestrator.page.TailRead;
import dev.baton.orchestrator.store.Candidate;
import dev.baton.orchestrator.store.IdKind;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.JsonBytes;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.turn.AttemptToken;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.TurnCounts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** What there is to see of attempts. Thread safe. */
final class AttemptViews {
  private final Store store;
  private final Dispatcher dispatcher;

  AttemptViews(Parts parts) {
    this.store = parts.store();
    this.dispatcher = parts.dispatcher();
  }

  AttemptList list(UUID taskId) {
    return store.read(
        tables -> {
          Known.task(tables, taskId);
          return new AttemptList(taskId, tables.attempts().list(taskId));
        });
  }

  Page<AttemptOverview> list(PageRequest page) {
    var attempts = store.read(tables -> tables.attempts().list(page));
    return PageCut.page(
        attempts,
        page,
        AttemptViews::jsonSize,
        attempt -> new Position(attempt.createdAt(), attempt.attemptId()));
  }

  private static int jsonSize(AttemptOverview attempt) {
    return JsonBytes.ofItem(
        "attempt_id", attempt.attemptId(),
        "task_id", attempt.taskId(),
        "task_title", attempt.taskTitle(),
        "state", attempt.state(),
        "workspace_branch", attempt.workspaceBranch(),
        "created_at", attempt.createdAt(),
        "updated_at", attempt.updatedAt(),
        "latest_session_id", attempt.latestSession().map(LatestSession::sessionId),
        "latest_session_executor", attempt.latestSession().map(LatestSession::executor));
  }

  List<Candidate> findIds(IdKind kind, String text) {
    return store.read(tables -> tables.ids().find(kind, text));
  }

  AttemptStatus status(StatusQuery query) {
    var first = status(query.attemptId());
    var since = query.since().orElse(first.attempt().state());
    var asked = first.pendingApprovals().size();
    if (!query.maxWait().isZero() && !query.maxWait().isNegative()) {
      await(
          query.attemptId(),
          query.maxWait(),
          () -> isNews(query.attemptId(), since, query.since().isPresent() ? 0 : asked));
    }
    return status(query.attemptId());
  }

  /** Another state, the end of all waiting in line, or a question that was not there. */
  private boolean isNews(UUID attemptId, AttemptState since, int asked) {
    return store.read(
        tables ->
            tables
                    .attempts()
                    .find(attemptId)
                    .filter(attempt -> attempt.state() == since && !attempt.isStoppedInLine())
                    .isEmpty()
                || tables.approvals().listPending(attemptId).size() > asked);
  }

  private AttemptStatus status(UUID attemptId) {
    return store.read(
        tables -> {
          var attempt = Known.attempt(tables, attemptId);
          var latest = tables.processes().findLatest(attemptId);
          return new AttemptStatus(
              attempt,
              tables.sessions().findLatest(attemptId).map(AgentSession::id),
              latest,
              tables.turns().countQueued(attemptId) - (isNotYetStarted(attempt) ? 1 : 0),
              dispatcher.waiting(tables, attempt),
              latest
                  .flatMap(ExecutionProcess::turnId)
                  .map(tables.processes()::loadDenials)
                  .orElse(Denials.NONE),
              AttemptWorkspaces.describe(tables, attempt).agentDirectory(),
              tables.approvals().listPending(attemptId),
              UsageJson.sum(tables.processes().listUsage(attemptId)));
        });
  }

  /** The first prompt of an attempt in line is not a queued message. */
  private static boolean isNotYetStarted(Attempt attempt) {
    return attempt.state() == AttemptState.IDLE;
  }

  TailPage<LogEntry> logs(LogQuery query) {
    store.read(tables -> Known.attempt(tables, query.attemptId()));
    if (query.tail().after().isPresent() && query.maxWait().isPositive()) {
      var after = query.tail().after().get();
      await(
          query.attemptId(),
          query.maxWait(),
          () ->
              store.read(tables -> tables.logs().nextIndex(query.attemptId(), query.channel()))
                  > after + 1);
    }
    return store.read(tables -> logs(tables, query));
  }

  private static TailPage<LogEntry> logs(Tables tables, LogQuery query) {
    var read =
        new TailRead<LogEntry>(
            (tail, most) -> tables.logs().list(query.attemptId(), query.channel(), tail, most),
            LogEntry::index,
            LogEntry::jsonSize);
    return read.page(query.tail(), tables.logs().nextIndex(query.attemptId(), query.channel()));
  }

  MessagePage messages(MessageQuery query) {
    return store.read(
        tables -> {
          var session =
              query
                  .target()
                  .sessionId()
                  .map(id -> tables.sessions().find(id).orElseThrow(NotFound.session(id)))
                  .orElseGet(() -> latest(tables, query.target().attemptId().orElseThrow()));
          return new MessagePage(session.id(), messages(tables, session.id(), query.tail()));
        });
  }

  private static AgentSession latest(Tables tables, UUID attemptId) {
    return FollowUps.latestSession(tables, Known.attempt(tables, attemptId));
  }

  private static TailPage<SessionMessage> messages(Tables tables, UUID sessionId, Tail tail) {
    var read =
        new TailRead<SessionMessage>(
            (part, most) -> tables.sessions().listMessages(sessionId, part, most),
            SessionMessage::index,
            SessionMessage::jsonSize);
    return read.page(tail, tables.sessions().nextMessageIndex(sessionId));
  }

  Optional<BoardReference.Place> findPlace(BoardReference reference) {
    return store.read(reference::find);
  }

  AttemptContext context(UUID attemptId) {
    return store.read(
        tables -> {
          var attempt = Known.attempt(tables, attemptId);
          return new AttemptContext(
              tables.projects().find(attempt.projectId()).orElseThrow(),
              tables.boardTasks().find(attempt.taskId()).orElseThrow(),
              attemptId,
              attempt.branch(),
              tables.attempts().listRepos(attemptId));
        });
  }

  Optional<ExecutionProcess> findAgentByToken(AttemptToken token) {
    return store.read(tables -> tables.processes().findByTokenHash(token.hash()));
  }

  Optional<UUID> findByDirectory(Path directory) {
    return store.read(
        tables ->
            Stream.<Path>iterate(directory.toAbsolutePath(), path -> path != null, Path::getParent)
                .flatMap(path -> tables.attempts().findByRoot(path).stream())
                .findFirst());
  }

  private void await(UUID attemptId, Duration patience, BooleanSupplier condition) {
    try {
      var ignored = dispatcher.signals().await(attemptId, patience, condition);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolFailure(
          FailureCode.INTERNAL,
          "The wait for attempt %s was cut short".formatted(attemptId),
          "Call get_attempt_status again");
    }
  }

  BoardCounts counts(TurnCounts turns) {
    return store.read(
        tables ->
            new BoardCounts(
                tables.line().countByState(),
                tables.line().countWaiting(),
                tables.turns().countQueued(),
                tables.approvals().countPending(),
                turns));
  }
}
