package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.board.Repo.RepoScripts;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.NotFound;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.git.Repository;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageCut;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import dev.baton.orchestrator.workspace.Workspaces;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Projects and their repositories. Thread safe. */
public final class Projects {
  private static final int LONGEST_REPO_NAME = 100;

  /** A project to create. */
  public record NewProject(String name, List<NewRepo> repos) {
    public NewProject {
      repos = List.copyOf(repos);
    }
  }

  /**
   * A repository to add to a project.
   *
   * @param path the local git repository
   * @param name how it is called; the last part of the path if empty
   * @param shared if another project may have the same repository
   */
  public record NewRepo(Path path, Optional<String> name, boolean shared) {
    /** A repository that no other project has. */
    public NewRepo(Path path, Optional<String> name) {
      this(path, name, false);
    }
  }

  /**
   * A project and its repositories.
   *
   * @param pull how its tasks are taken, if they are
   */
  public record ProjectWithRepos(Project project, List<Repo> repos, Optional<Pull> pull) {
    public ProjectWithRepos {
      repos = List.copyOf(repos);
    }
  }

  /** A repository, and who commits in its project. */
  public record RepoWithPolicy(Repo repo, CommitPolicy commitPolicy) {}

  private final Store store;
  private final Node node;
  private final Repositories repositories;
  private final Workspaces workspaces;
  private final AttemptRules rules;
  private final Supplier<UUID> ids;
  private final Clock clock;

  public Projects(
      Store store,
      Node node,
      Repositories repositories,
      Workspaces workspaces,
      AttemptRules rules,
      Supplier<UUID> ids,
      Clock clock) {
    this.store = store;
    this.node = node;
    this.repositories = repositories;
    this.workspaces = workspaces;
    this.rules = rules;
    this.ids = ids;
    this.clock = clock;
  }

  /** What is at a path; fails if it cannot become a repository of a project. */
  public Repository inspect(Path path) {
    var repository = repositories.inspect(path);
    workspaces.requireOutside(repository.top());
    return repository;
  }

  public String gitVersion() {
    return repositories.gitVersion();
  }

  public ProjectWithRepos create(NewProject request) {
    var now = now();
    var project =
        new Project(
            ids.get(),
            RequiredText.line("name", request.name()),
            Optional.empty(),
            now,
            now,
            Optional.empty());
    var repos = new ArrayList<Repo>();
    for (var repo : request.repos()) {
      repos.add(describe(project.id(), repo, place(repos.size())));
    }
    return store.write(
        tables -> {
          tables.projects().lockRepos();
          tables.projects().insert(project);
          for (int index = 0; index < repos.size(); index++) {
            requireOwn(tables, repos.get(index), request.repos().get(index), place(index));
            insert(tables, repos.get(index), place(index));
          }
          return new ProjectWithRepos(project, repos, Optional.empty());
        });
  }

  public Repo addRepo(UUID projectId, NewRepo request) {
    return addRepo(projectId, request, RepoSettings.NONE).repo();
  }

  /** Scripts run code: for the command line only. */
  public RepoWithPolicy addRepo(UUID projectId, NewRepo request, RepoSettings settings) {
    var repo = describe(projectId, request, "");
    return store.write(
        tables -> {
          tables.projects().lockRepos();
          CallSubject.project(tables, projectId);
          requireOwn(tables, repo, request, "");
          insert(tables, repo, "");
          return change(tables, repo, settings);
        });
  }

  /** Where a repo of a new project stands in the arguments. */
  private static String place(int index) {
    return "repos/%d/".formatted(index);
  }

  private Repo describe(UUID projectId, NewRepo request, String place) {
    var repository = located(place + "path", () -> inspect(request.path()));
    var name =
        request
            .name()
            .map(text -> RequiredText.line(place + "name", text))
            .orElseGet(() -> String.valueOf(repository.top().getFileName()));
    return new Repo(
        ids.get(),
        projectId,
        located(place + "name", () -> requireRepoName(name)),
        repository.top(),
        repository.defaultBranch(),
        RepoScripts.NONE,
        now());
  }

  /** Fails if a repository cannot have this name: it names a directory in each workspace. */
  public static String requireRepoName(String name) {
    var bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > LONGEST_REPO_NAME) {
      throw ToolFailure.invalid(
          "The name of the repo has %d bytes, but at most %d are allowed"
              .formatted(bytes, LONGEST_REPO_NAME),
          "Repeat the call with a shorter name: it names a directory in each workspace");
    }
    return WorkspaceRepo.requireDirectoryName(name);
  }

  /** Says of a failure which argument is its reason. */
  private static <T> T located(String field, Supplier<T> look) {
    try {
      return look.get();
    } catch (ToolFailure e) {
      throw e.at("/" + field);
    }
  }

  /** Two projects over one repository are mostly a mistake, and each knows half of the tasks. */
  private void requireOwn(Tables tables, Repo repo, NewRepo request, String place) {
    if (request.shared()) {
      return;
    }
    tables.projects().listAllRepos().stream()
        .filter(other -> !other.projectId().equals(repo.projectId()))
        .filter(other -> repositories.isSame(other.path(), repo.path()))
        .findFirst()
        .ifPresent(
            other -> {
              throw TakenRepo.failure(
                  repo,
                  other,
                  CallSubject.project(tables, other.projectId()),
                  "/" + place + "path");
            });
  }

  private void insert(Tables tables, Repo repo, String place) {
    for (var other : tables.projects().listRepos(repo.projectId())) {
      if (repositories.isSame(other.path(), repo.path())) {
        throw ToolFailure.invalid(
            "/" + place + "path",
            "The project has the repository at %s already, as '%s'"
                .formatted(repo.path(), other.name()),
            place.isEmpty()
                ? "Use repo_id %s from list_repos; a project has each repository once"
                    .formatted(other.id())
                : "Repeat the call with another repository in %spath: a project has each once"
                    .formatted(place));
      }
      if (other.name().equalsIgnoreCase(repo.name())) {
        throw ToolFailure.invalid(
            "/" + place + "name",
            "The project has a repo named '%s' already, at %s"
                .formatted(other.name(), other.path()),
            "Repeat the call with another %sname for the repo at %s".formatted(place, repo.path()));
      }
    }
    tables.projects().insertRepo(repo);
    tables.projects().setHome(repo.id(), node.name());
    tables.events().tell(new NodeNews.Repositories());
  }

  /**
   * Projects with their repositories.
   *
   * @param archived if those are meant that other lists leave out
   */
  public <V> Page<V> list(PageRequest page, boolean archived, PageView<ProjectWithRepos, V> view) {
    var projects = store.read(tables -> withRepos(tables, tables.projects().list(page, archived)));
    return PageCut.page(
        projects,
        page,
        view,
        item -> new Position(item.project().createdAt(), item.project().id()).cursor(page.list()));
  }

  static List<ProjectWithRepos> withRepos(Tables tables, List<Project> projects) {
    var ids = projects.stream().map(Project::id).toList();
    var repos =
        tables.projects().listRepos(ids).stream().collect(Collectors.groupingBy(Repo::projectId));
    var pulls = tables.autoStarts().findOfProjects(ids);
    return projects.stream()
        .map(
            project ->
                new ProjectWithRepos(
                    project,
                    repos.getOrDefault(project.id(), List.of()),
                    Optional.ofNullable(pulls.get(project.id()))))
        .toList();
  }

  /** One project with its repositories. */
  public ProjectWithRepos load(UUID projectId) {
    return find(projectId).orElseThrow(NotFound.project(projectId));
  }

  public Optional<ProjectWithRepos> find(UUID projectId) {
    return store.read(
        tables ->
            tables
                .projects()
                .find(projectId)
                .map(project -> withRepos(tables, List.of(project)).getFirst()));
  }

  public Project rename(UUID projectId, String name) {
    var text = RequiredText.line("name", name);
    return change(projectId, project -> project.withName(text, now()));
  }

  /** The same, refused if somebody else renamed it after its name was read. */
  public Project rename(UUID projectId, String seen, String name) {
    var text = RequiredText.line("name", name);
    return change(
        projectId,
        project -> {
          if (!project.name().equals(seen) && !project.name().equals(text)) {
            throw new ToolFailure(
                FailureCode.ALREADY_DONE,
                "Somebody else renamed this project to '%s' meanwhile".formatted(project.name()),
                "Rename it again if it is to have your name");
          }
          return project.withName(text, now());
        });
  }

  /** Hides a project from lists, or shows it again; whatever is in it stays as it is. */
  public Project archive(UUID projectId, boolean archived) {
    return change(
        projectId,
        project ->
            project.archivedAt().isPresent() == archived
                ? project
                : archived ? project.archived(now()) : project.restored(now()));
  }

  private Project change(UUID projectId, UnaryOperator<Project> change) {
    return store.write(
        tables -> {
          tables.projects().lock(projectId);
          var changed = change.apply(CallSubject.project(tables, projectId));
          tables.projects().update(changed);
          return changed;
        });
  }

  public List<Repo> listRepos(UUID projectId) {
    var repos =
        store.read(
            tables -> {
              CallSubject.project(tables, projectId);
              return tables.projects().listRepos(projectId);
            });
    return repos.stream()
        .map(
            repo ->
                repo.withDefaultBranch(
                    repositories.defaultBranch(repo.path(), repo.defaultBranch())))
        .toList();
  }

  /** Scripts run code: for the command line only. */
  public RepoWithPolicy changeRepo(UUID repoId, RepoSettings settings) {
    return store.write(
        tables ->
            change(
                tables,
                tables.projects().findRepo(repoId).orElseThrow(NotFound.repo(repoId)),
                settings));
  }

  private RepoWithPolicy change(Tables tables, Repo found, RepoSettings settings) {
    tables.projects().lock(found.projectId());
    var repo = tables.projects().findRepo(found.id()).orElseThrow(NotFound.repo(found.id()));
    tables.projects().updateScripts(repo.id(), settings.changed(repo.scripts()));
    var project = CallSubject.project(tables, repo.projectId());
    if (settings.commitPolicy().isPresent()) {
      var before = project;
      project =
          settings
              .policy()
              .map(policy -> before.withCommitPolicy(policy, now()))
              .orElseGet(() -> before.withoutCommitPolicy(now()));
      tables.projects().update(project);
    }
    return new RepoWithPolicy(
        tables.projects().findRepo(repo.id()).orElseThrow(), rules.commitPolicy(project));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** The node on which the path of a repository is; empty if nobody has said. */
  public Optional<String> findHome(UUID repoId) {
    return store.read(tables -> tables.projects().findHome(repoId));
  }

  /** The git directory of a repository whose home this node is. */
  public Optional<Path> findRepository(UUID repoId) {
    return store.read(
        tables ->
            tables
                .projects()
                .findRepo(repoId)
                .filter(
                    _ -> tables.projects().findHome(repoId).stream().allMatch(node.name()::equals))
                .flatMap(repo -> CommonDirectory.find(repo.path())));
  }
}
