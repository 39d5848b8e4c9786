package dev.baton.orchestrator;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.RequestKeys.KeyedCall;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.OpenedTurn;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.Workspaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts attempts: recorded first, then made; a failure leaves nothing behind. Thread safe. */
final class AttemptStarts {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptStarts.class);

  /** An attempt that was recorded, and the turns that this opened. */
  private record Recorded(StartedAttempt answer, List<OpenedTurn> opened, boolean isNew) {}

  private final Store store;
  private final Node node;
  private final AgentExecutors executors;
  private final Repositories repositories;
  private final Workspaces workspaces;
  private final AttemptWorkspaces attemptWorkspaces;
  private final Dispatcher dispatcher;
  private final RequestKeys keys;
  private final Supplier<UUID> ids;
  private final Clock clock;

  AttemptStarts(Parts parts, RequestKeys keys) {
    this.store = parts.store();
    this.node = parts.node();
    this.executors = parts.executors();
    this.repositories = parts.repositories();
    this.workspaces = parts.workspaces();
    this.attemptWorkspaces = parts.attemptWorkspaces();
    this.dispatcher = parts.dispatcher();
    this.keys = keys;
    this.ids = parts.ids();
    this.clock = parts.clock();
  }

  StartedAttempt start(Caller caller, NewAttempt request) {
    request.promptText().ifPresent(RequiredText::prompt);
    var call =
        new KeyedCall(
            caller,
            "start_task_attempt",
            fingerprint(request, request.repos()),
            defaults(request).stream().map(repos -> fingerprint(request, repos)).toList());
    return keys.alone(call, () -> startAlone(call, request));
  }

  private Fingerprint fingerprint(NewAttempt request, List<NewAttempt.Target> repos) {
    var variant =
        request
            .variant()
            .or(
                () ->
                    executors
                        .catalogue()
                        .find(request.executor())
                        .map(executor -> executor.defaultVariant().name()));
    return Fingerprint.of(
        request.taskId(), request.executor(), variant, repos, request.promptText());
  }

  /** The only repo of the project on its own branch, named or not, is the same request. */
  private List<List<NewAttempt.Target>> defaults(NewAttempt request) {
    var all =
        store.read(
            tables ->
                tables
                    .boardTasks()
                    .find(request.taskId())
                    .map(task -> tables.projects().listRepos(task.projectId()))
                    .orElse(List.of()));
    if (all.size() != 1) {
      return List.of();
    }
    var only = all.getFirst();
    var named = List.of(new NewAttempt.Target(only.id(), only.defaultBranch()));
    if (request.repos().isEmpty()) {
      return List.of(named);
    }
    return request.repos().equals(named) ? List.of(List.of()) : List.of();
  }

  private StartedAttempt startAlone(KeyedCall call, NewAttempt request) {
    var earlier = store.write(tables -> keys.recall(tables, call, StartedAttempt.class));
    if (earlier.isPresent()) {
      return earlier.get();
    }
    executors.loadAvailable(request.executor());
    executors.variant(request.executor(), request.variant().orElse(""));
    var task =
        store
            .read(tables -> tables.boardTasks().find(request.taskId()))
            .orElseThrow(NotFound.task(request.taskId()));
    var repos = chosenRepos(request, task);
    var workspace = plan(task, request, repos);
    var recorded = store.write(tables -> record(tables, call, request, task, repos, workspace));
    return recorded.isNew() ? await(recorded) : recorded.answer();
  }

  private List<Repo> chosenRepos(NewAttempt request, BoardTask task) {
    var all = store.read(tables -> tables.projects().listRepos(task.projectId()));
    if (request.repos().isEmpty()) {
      if (all.size() != 1) {
        throw ToolFailure.invalid(
            "/repos",
            "The project has %d repos, so repos must say which the attempt gets"
                .formatted(all.size()),
            all.isEmpty()
                ? "Call add_repo with project_id %s and a path first".formatted(task.projectId())
                : "Call list_repos, then repeat the call with repos: [{repo_id, target_branch}]");
      }
      return all;
    }
    var chosen = new ArrayList<Repo>();
    for (var target : request.repos()) {
      var repo =
          all.stream()
              .filter(each -> each.id().equals(target.repoId()))
              .findFirst()
              .orElseThrow(NotFound.repoOf(task.projectId(), target.repoId()));
      if (chosen.contains(repo)) {
        throw ToolFailure.invalid(
            "/repos/%d/repo_id".formatted(chosen.size()),
            "Repo %s is named twice".formatted(repo.id()),
            "Repeat the call with each repo_id once in repos");
      }
      chosen.add(repo);
    }
    return chosen;
  }

  private Workspace plan(BoardTask task, NewAttempt request, List<Repo> repos) {
    var choices =
        repos.stream()
            .map(
                repo ->
                    new Workspaces.Choice(
                        repo.name(),
                        repo.path(),
                        targetBranch(request, repo),
                        repo.scripts().copyFiles()))
            .toList();
    return workspaces.plan(ids.get(), task.title(), choices);
  }

  private String targetBranch(NewAttempt request, Repo repo) {
    return request.repos().stream()
        .filter(target -> target.repoId().equals(repo.id()))
        .map(NewAttempt.Target::targetBranch)
        .findFirst()
        .orElseGet(() -> repositories.defaultBranch(repo.path(), repo.defaultBranch()));
  }

  private Recorded record(
      Tables tables,
      KeyedCall call,
      NewAttempt request,
      BoardTask task,
      List<Repo> repos,
      Workspace workspace) {
    var earlier = keys.recall(tables, call, StartedAttempt.class);
    if (earlier.isPresent()) {
      return new Recorded(earlier.get(), List.of(), false);
    }
    Known.task(tables, task.id());
    var attempt = attempt(request, task, workspace);
    tables.attempts().insert(attempt, attemptRepos(repos, workspace));
    tables
        .turns()
        .insert(
            Turn.queued(
                ids.get(),
                attempt.id(),
                0,
                new TurnPrompt(request.promptText().orElse(task.promptText()), request.variant()),
                attempt.createdAt()));
    var opened = dispatcher.join(tables, attempt.id());
    var answer = answer(tables, attempt, opened);
    keys.remember(tables, call, answer);
    call.key().ifPresent(key -> tables.requests().setAttempt(key, attempt.id()));
    return new Recorded(answer, opened, true);
  }

  private Attempt attempt(NewAttempt request, BoardTask task, Workspace workspace) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return new Attempt(
        workspace.attempt(),
        task.id(),
        task.projectId(),
        workspace.branch(),
        workspace.root(),
        request.executor(),
        AttemptState.IDLE,
        0,
        Optional.empty(),
        false,
        false,
        Optional.empty(),
        Optional.of(node.name()),
        now,
        now,
        Optional.empty());
  }

  private static List<AttemptRepo> attemptRepos(List<Repo> repos, Workspace workspace) {
    return repos.stream()
        .map(
            repo -> {
              var place = workspace.repo(repo.name());
              return new AttemptRepo(
                  workspace.attempt(),
                  repo.id(),
                  repo.name(),
                  place.targetBranch(),
                  place.baseCommit());
            })
        .toList();
  }

  private StartedAttempt answer(Tables tables, Attempt attempt, List<OpenedTurn> opened) {
    var now = tables.attempts().find(attempt.id()).orElseThrow();
    var ours = opened.stream().filter(turn -> turn.attemptId().equals(attempt.id())).findFirst();
    return new StartedAttempt(
        attempt.taskId(),
        attempt.id(),
        attempt.branch(),
        ours.map(OpenedTurn::sessionId),
        ours.map(OpenedTurn::processId),
        now.state(),
        dispatcher.waiting(tables, now));
  }

  private StartedAttempt await(Recorded recorded) {
    var attemptId = recorded.answer().attemptId();
    try {
      var failure = dispatcher.start(recorded.opened(), attemptId);
      if (failure.isPresent()) {
        if (!dispatcher.startsLater(failure.get())) {
          undo(attemptId);
        }
        throw failure.get();
      }
      return recorded.answer();
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "start_task_attempt", "get_attempt_status for " + attemptId);
    }
  }

  /** Nobody has heard of the attempt, so it goes without a trace. */
  private void undo(UUID attemptId) {
    store
        .read(tables -> tables.attempts().find(attemptId))
        .ifPresent(
            attempt -> {
              var kept = attemptWorkspaces.remove(attempt);
              if (!kept.isEmpty()) {
                LOG.info("Attempt {} was not started, but its work is kept: {}", attemptId, kept);
              }
              deleteOutput(attemptId);
              store.write(
                  tables -> {
                    tables.attempts().delete(attemptId);
                    return attemptId;
                  });
            });
  }

  private void deleteOutput(UUID attemptId) {
    try {
      dispatcher.deleteOutput(attemptId);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
