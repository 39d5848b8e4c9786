package dev.baton.orchestrator.start;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.call.NotFound;
import dev.baton.orchestrator.failure.AtOtherNode;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.mirror.Mirrors;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.Workspaces;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds out what an attempt needs before it is recorded. Thread safe. */
public final class AttemptPlans {
  private final Store store;
  private final Repositories repositories;
  private final Workspaces workspaces;
  private final Mirrors mirrors;
  private final Supplier<UUID> ids;
  private final Clock clock;

  public AttemptPlans(
      Store store,
      Repositories repositories,
      Workspaces workspaces,
      Mirrors mirrors,
      Supplier<UUID> ids,
      Clock clock) {
    this.store = store;
    this.repositories = repositories;
    this.workspaces = workspaces;
    this.mirrors = mirrors;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * An attempt as it is recorded, and the repositories that it works on.
   *
   * @param sources the homes of the repositories; none where there are no other nodes
   */
  record Plan(BoardTask task, Attempt attempt, List<AttemptRepo> repos, Set<String> sources) {
    Plan {
      repos = List.copyOf(repos);
      sources = Set.copyOf(sources);
    }
  }

  Plan plan(NewAttempt request) {
    var task =
        store
            .read(tables -> tables.boardTasks().find(request.taskId()))
            .orElseThrow(NotFound.task(request.taskId()));
    var repos = chosenRepos(request, task);
    refuseElsewhere(repos);
    var workspace = workspace(task, request, repos);
    return new Plan(
        task, attempt(request, task, workspace), attemptRepos(repos, workspace), sources(repos));
  }

  /** What a branch is now is known where the repository is, which is then asked. */
  private void refuseElsewhere(List<Repo> repos) {
    var elsewhere =
        repos.stream()
            .filter(repo -> store.read(tables -> mirrors.findElsewhere(tables, repo)).isPresent())
            .toList();
    if (elsewhere.isEmpty()) {
      return;
    }
    var homes = sources(repos);
    var servers = sources(elsewhere);
    var server = store.read(tables -> findServer(tables.nodes().list(), servers, homes));
    if (server.isEmpty() && homes.size() > 1) {
      throw apart(repos);
    }
    var repo = elsewhere.getFirst();
    var home = server.orElseGet(() -> servers.iterator().next());
    throw new AtOtherNode(
        home,
        "Repo '%s' is at %s on node '%s'".formatted(repo.name(), repo.path(), home),
        "Repeat the call at that server, or when it is back",
        Map.of("repo_id", repo.id()));
  }

  /** One of the servers that can look at the repositories of all these homes. */
  private static Optional<String> findServer(
      List<KnownNode> nodes, Set<String> servers, Set<String> homes) {
    return nodes.stream()
        .filter(node -> servers.contains(node.name()))
        .filter(node -> homes.stream().allMatch(node::canGetFrom))
        .map(KnownNode::name)
        .sorted()
        .findFirst();
  }

  /** Nobody could make the workspace, nor merge it. */
  private ToolFailure apart(List<Repo> repos) {
    var places =
        repos.stream()
            .map(
                repo ->
                    "'%s' on %s"
                        .formatted(
                            repo.name(),
                            store
                                .read(tables -> tables.projects().findHome(repo.id()))
                                .orElse("an unknown node")))
            .collect(Collectors.joining(", "));
    return ToolFailure.invalid(
        "/repos",
        "The repos are at home on different machines (%s), and an attempt works on those of one"
            .formatted(places),
        "Repeat the call for each with repos: [{repo_id, target_branch}], or clone one beside the"
            + " other, call add_repo for it at that server, and start the attempt with these");
  }

  /** The other node that has a repository which this one cannot look at. */
  Optional<String> findElsewhere(UUID taskId) {
    return store.read(
        tables ->
            tables.boardTasks().find(taskId).stream()
                .flatMap(task -> tables.projects().listRepos(task.projectId()).stream())
                .flatMap(repo -> mirrors.findElsewhere(tables, repo).stream())
                .findFirst());
  }

  private Set<String> sources(List<Repo> repos) {
    return store.isShared()
        ? store.read(
            tables ->
                repos.stream()
                    .flatMap(repo -> tables.projects().findHome(repo.id()).stream())
                    .collect(Collectors.toUnmodifiableSet()))
        : Set.of();
  }

  /** The only repo of the project on its own branch, named or not, is the same request. */
  List<List<NewAttempt.Target>> defaults(NewAttempt request) {
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

  private Workspace workspace(BoardTask task, NewAttempt request, List<Repo> repos) {
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

  private Attempt attempt(NewAttempt request, BoardTask task, Workspace workspace) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return new Attempt(
        workspace.attempt(),
        task.id(),
        task.projectId(),
        workspace.branch(),
        workspace.root(),
        request.executor(),
        new AttemptState.NotBegun(),
        0,
        false,
        false,
        Optional.empty(),
        now,
        now,
        Optional.empty(),
        Optional.empty(),
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
}
