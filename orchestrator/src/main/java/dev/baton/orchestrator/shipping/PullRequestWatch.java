package dev.baton.orchestrator.shipping;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.NotFound;
import dev.baton.orchestrator.forge.PullRequest;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.forge.ReviewerComment;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.shipping.ForgeRemotes.ForgeRemote;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.review.PullRequestTable.KeptComment;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.NewEntry;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from time to time how the pull requests of this server's attempts stand. Thread safe; the
 * looks are taken on threads of their own, so that a slow forge keeps nobody waiting.
 */
public final class PullRequestWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PullRequestWatch.class);
  public static final Duration INTERVAL = Duration.ofSeconds(60);

  /** How long the end of a server waits for a look, which it has interrupted. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How many are looked at in a round; the others are the first of the next. */
  private static final int MOST = 100;

  /** How often one that was closed is looked at: who reopens it there wants it to go on here. */
  private static final Duration CLOSED_INTERVAL = Duration.ofHours(1);

  private static final Duration CLOSED_LIMIT = Duration.ofDays(30);
  private static final int MOST_CLOSED = 20;

  /** How the pull requests of an attempt stand, and what reviewers say, oldest first. */
  public record Standing(List<RepoPullRequest> pullRequests, List<KeptComment> comments) {
    public Standing {
      pullRequests = List.copyOf(pullRequests);
      comments = List.copyOf(comments);
    }
  }

  private final Store store;
  private final Node node;
  private final AttemptWorkspaces workspaces;
  private final ForgeRemotes remotes;
  private final Clock clock;
  private final AtomicReference<Thread> round = new AtomicReference<>(new Thread());

  public PullRequestWatch(
      Store store, Node node, AttemptWorkspaces workspaces, ForgeRemotes remotes, Clock clock) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.remotes = remotes;
    this.clock = clock;
  }

  /** Begins a round unless one is under way; returns at once. */
  public void beginRound() {
    var last = round.get();
    if (!last.isAlive()) {
      var next = Thread.ofVirtual().name("pull requests").unstarted(this::lookAround);
      if (round.compareAndSet(last, next)) {
        next.start();
      }
    }
  }

  private void lookAround() {
    try {
      var threads =
          store.read(this::listDue).stream()
              .collect(Collectors.groupingBy(RepoPullRequest::host))
              .values()
              .stream()
              .map(rows -> Thread.startVirtualThread(() -> lookAtHost(rows)))
              .toList();
      awaitAll(threads);
    } catch (RuntimeException e) {
      LOG.warn("Pull requests were not looked at; it is tried again", e);
    }
  }

  /**
   * Waits for these threads. An interrupt is passed on to them and does not end the wait, because
   * what they use is closed next.
   */
  private static void awaitAll(List<Thread> threads) {
    var isInterrupted = false;
    for (var thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          isInterrupted = true;
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private List<RepoPullRequest> listDue(Tables tables) {
    var rows = tables.pullRequests();
    var now = now();
    return Stream.concat(
            rows.listDue(node.name(), now.minus(INTERVAL.dividedBy(2)), MOST).stream(),
            rows
                .listClosedDue(
                    node.name(), now.minus(CLOSED_LIMIT), now.minus(CLOSED_INTERVAL), MOST_CLOSED)
                .stream())
        .toList();
  }

  /** One after the other; after a failure the rest of the host waits for the next round. */
  private void lookAtHost(List<RepoPullRequest> rows) {
    var failed = Optional.<RepoPullRequest>empty();
    for (var row : rows) {
      if (failed.isPresent()) {
        // why: others of other hosts come first; one that is closed would wait for an hour
        if (!isClosed(row)) {
          keepLook(row, now());
        }
        continue;
      }
      try {
        lookAgain(row);
      } catch (ToolFailure | GitException e) {
        LOG.debug("Pull request of attempt {} was not read", row.attemptId(), e);
        failed = Optional.of(row);
      } catch (RuntimeException e) {
        LOG.warn("Pull request of attempt {} was not read", row.attemptId(), e);
        keepLook(row, now());
      }
      if (Thread.currentThread().isInterrupted()) {
        // why: the server ends, and the next one looks
        return;
      }
    }
    // why after the others: the next round begins with them
    failed.ifPresent(row -> keepLook(row, now().plusMillis(1)));
  }

  private static boolean isClosed(RepoPullRequest row) {
    return row.state() == PullRequestState.CLOSED;
  }

  private void keepLook(RepoPullRequest row, Instant at) {
    store.write(
        tables -> {
          tables
              .pullRequests()
              .find(row.attemptId(), row.repoId())
              .ifPresent(
                  now ->
                      tables
                          .pullRequests()
                          .save(
                              new RepoPullRequest(
                                  now.attemptId(),
                                  now.repoId(),
                                  now.repoName(),
                                  now.host(),
                                  now.branch(),
                                  now.targetBranch(),
                                  now.pullRequest(),
                                  now.pushedCommit(),
                                  now.begunAt(),
                                  at)));
          return row;
        });
  }

  private void lookAgain(RepoPullRequest row) {
    var remote = remote(row);
    if (row.begunAt().isPresent()) {
      workspaces.push(row.attemptId(), () -> settle(row, remote));
    } else {
      var ignored = look(row, remote);
    }
  }

  /** One that began to be made before the server ended: it was made, or it was not. */
  private RepoPullRequest settle(RepoPullRequest row, ForgeRemote remote) {
    var known = load(row);
    if (known.begunAt().isEmpty()) {
      return known;
    }
    var found = remote.requireForge().findOpen(row.branch());
    var settled = found.map(it -> known.seen(it, now())).orElseGet(() -> known.unseen(now()));
    return store.write(
        tables -> {
          tables.pullRequests().save(settled);
          return settled;
        });
  }

  /** How they stand now; reads them from their forges. */
  public Standing look(UUID attemptId) {
    refuseElsewhere(store.read(tables -> CallSubject.attempt(tables, attemptId)));
    for (var row : store.read(tables -> tables.pullRequests().list(attemptId))) {
      if (row.pullRequest().isPresent()) {
        var ignored = look(row, remote(row));
      }
    }
    return standing(attemptId);
  }

  /** They are read where the repository is, or else where the workspace is. */
  private void refuseElsewhere(Attempt attempt) {
    workspaces.refuseAwayFromHome(attempt);
    if (workspaces.describeStandIn(attempt).isEmpty()) {
      store.read(tables -> CallSubject.attemptOf(node, tables, attempt.id()));
    }
  }

  /** How they stood when they were last read. */
  public Standing standing(UUID attemptId) {
    return store.read(
        tables -> {
          CallSubject.attempt(tables, attemptId);
          return standing(tables, attemptId);
        });
  }

  public static Standing standing(Tables tables, UUID attemptId) {
    return new Standing(
        tables.pullRequests().list(attemptId), tables.pullRequests().listComments(attemptId));
  }

  /** The same after a push, which is done whether the forge can be read or not. */
  RepoPullRequest lookOrKeep(RepoPullRequest row, ForgeRemote remote) {
    try {
      return look(row, remote);
    } catch (ToolFailure e) {
      LOG.debug("Pull request of attempt {} was not read", row.attemptId(), e);
      return row;
    }
  }

  private RepoPullRequest look(RepoPullRequest row, ForgeRemote remote) {
    var forge = remote.requireForge();
    var number = row.pullRequest().map(PullRequest::number).orElseThrow();
    var found = forge.load(number);
    var comments = forge.comments(number);
    var isLast = found.state() == PullRequestState.MERGED && isLast(row);
    return record(row, found, comments, isLast);
  }

  private RepoPullRequest record(
      RepoPullRequest row, PullRequest found, List<ReviewerComment> comments, boolean isLast) {
    return store.write(
        tables -> {
          var known = tables.pullRequests().find(row.attemptId(), row.repoId());
          if (known
              .flatMap(RepoPullRequest::pullRequest)
              .filter(it -> it.number() == found.number())
              .isEmpty()) {
            return known.orElse(row);
          }
          var seen = known.get().seen(found, now());
          tables.pullRequests().save(seen);
          tables.pullRequests().setComments(seen, comments);
          // why only at the change: who then moves the task somewhere else has a reason
          if (found.state() == PullRequestState.MERGED
              && known.get().state() != PullRequestState.MERGED) {
            finishTask(tables, CallSubject.attempt(tables, row.attemptId()), found, isLast);
          }
          return seen;
        });
  }

  private void finishTask(Tables tables, Attempt attempt, PullRequest merged, boolean isLast) {
    // why: what the agent does now is not in it, and somebody has to look at that
    if (attempt.isRunning()) {
      return;
    }
    if (isLast) {
      tables.line().withdraw(attempt.taskId(), now());
      tables.boardTasks().setStatus(attempt.taskId(), BoardTaskStatus.DONE, now());
      return;
    }
    var words =
        "Pull request #%d was merged; the task stays open, because other work of this attempt is in no merged pull request"
            .formatted(merged.number());
    tables
        .processes()
        .findLatest(attempt.id())
        .map(process -> NewEntry.system(process.id(), now(), words))
        .ifPresent(
            entry -> tables.logs().addBeside(attempt.id(), LogChannel.NORMALIZED, List.of(entry)));
  }

  /** True if all of the attempt's work is in this pull request and others that were merged. */
  private boolean isLast(RepoPullRequest row) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, row.attemptId()));
    var workspace = workspaces.findAtHome(attempt).orElseGet(() -> workspaces.describe(attempt));
    var merged = new HashMap<String, RepoPullRequest>();
    store.read(tables -> tables.pullRequests().list(row.attemptId())).stream()
        .filter(other -> other.state() == PullRequestState.MERGED)
        .forEach(other -> merged.put(other.repoName(), other));
    merged.put(row.repoName(), row);
    return workspace.repos().stream()
        .noneMatch(
            repo ->
                Optional.ofNullable(merged.get(repo.name()))
                        .map(done -> !remotes.isPushed(workspace, repo, done))
                        .orElseGet(() -> remotes.isAhead(workspace, repo))
                    || workspaces.snapshot(workspace, repo).isPresent());
  }

  private RepoPullRequest load(RepoPullRequest row) {
    return store
        .read(tables -> tables.pullRequests().find(row.attemptId(), row.repoId()))
        .orElseThrow(NotFound.attempt(row.attemptId()));
  }

  private ForgeRemote remote(RepoPullRequest row) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, row.attemptId()));
    return remotes.load(workspaces.describe(attempt).repo(row.repoName()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** A look that is under way is cut short; the next server takes it again. */
  @Override
  public void close() {
    var last = round.get();
    last.interrupt();
    try {
      if (last.isAlive()) {
        last.join(PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
