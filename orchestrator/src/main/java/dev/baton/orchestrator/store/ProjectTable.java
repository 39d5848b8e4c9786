package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.board.Repo.RepoScripts;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Projects and their repositories. */
public final class ProjectTable {
  /**
   * Where a repository is.
   *
   * @param node on which its path is; empty if nobody has said
   */
  public record RepoHome(UUID repoId, Optional<String> node) {}

  /** A repository whose path is on this node. */
  public record RepoPlace(String home, Path path) {}

  private final Sql sql;
  private final EventTable events;

  ProjectTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** Lets nobody else change a project or its repositories until the transaction ends. */
  public void lock(UUID id) {
    sql.lock("project " + id);
  }

  /** Lets nobody else add a repository to any project until the transaction ends. */
  public void lockRepos() {
    sql.lock("repositories");
  }

  public void insert(Project project) {
    sql.update(
        """
        insert into project (id, name, commit_policy, created_at, updated_at, archived_at)
        values (?, ?, ?, ?, ?, ?)
        """,
        project.id(),
        project.name(),
        project.commitPolicy(),
        project.createdAt(),
        project.updatedAt(),
        project.archivedAt());
    events.ofProject(
        EventName.PROJECT_CREATED, project.id(), Json.object().put("name", project.name()));
  }

  public void update(Project project) {
    sql.update(
        """
        update project set name = ?, commit_policy = ?, updated_at = ?, archived_at = ?
        where id = ?
        """,
        project.name(),
        project.commitPolicy(),
        project.updatedAt(),
        project.archivedAt(),
        project.id());
    events.ofProject(
        EventName.PROJECT_CHANGED, project.id(), Json.object().put("name", project.name()));
  }

  /** Something that belongs to a project was changed; whoever changed it tells so. */
  public void setUpdated(UUID id, Instant now) {
    sql.update("update project set updated_at = ? where id = ?", now, id);
  }

  /** The number of the next task of a project; nobody gets it again. */
  public long nextTaskNumber(UUID id) {
    sql.update("update project set last_task_number = last_task_number + 1 where id = ?", id);
    return sql.number("select last_task_number as value from project where id = ?", id);
  }

  /** The next task gets a number above those of all that were put into the project. */
  public void countTasks(UUID id) {
    sql.update(
        """
        update project set last_task_number = (
          select max(number) from board_task where project_id = project.id)
        where id = ? and last_task_number < (
          select max(number) from board_task where project_id = project.id)
        """,
        id);
  }

  public Optional<Project> find(UUID id) {
    return sql.find(
        "select id, name, commit_policy, created_at, updated_at, archived_at from project where id"
            + " = ?",
        ProjectTable::project,
        id);
  }

  /** Those on the board that have a budget. */
  public List<Project> listBudgeted() {
    // why sorted here: the name has no index, and projects are few
    return sql
        .list(
            """
            select id, name, commit_policy, created_at, updated_at, archived_at
            from project budgeted
            where budget is not null and archived_at is null order by id
            """,
            ProjectTable::project)
        .stream()
        .sorted(Comparator.comparing(Project::name).thenComparing(Project::id))
        .toList();
  }

  /**
   * Newest first; one more than the page holds, to see whether more follow.
   *
   * @param archived if those are meant that other lists leave out
   */
  public List<Project> list(PageRequest page, boolean archived) {
    var from = Position.from(page);
    return sql.list(
        """
        select id, name, commit_policy, created_at, updated_at, archived_at from project
        where (case when archived_at is null then 0 else 1 end) = ?
          and created_at <= ? and (created_at < ? or id > ?)
        order by created_at desc, id
        limit ?
        """,
        ProjectTable::project,
        archived,
        from.time(),
        from.time(),
        from.id(),
        page.limit().items() + 1);
  }

  public void insertRepo(Repo repo) {
    sql.update(
        """
        insert into repo (id, project_id, name, path, default_branch, setup_script, cleanup_script,
          dev_server_script, copy_files, created_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        repo.id(),
        repo.projectId(),
        repo.name(),
        repo.path(),
        repo.defaultBranch(),
        repo.scripts().setup(),
        repo.scripts().cleanup(),
        repo.scripts().devServer(),
        String.join("\n", repo.scripts().copyFiles()),
        repo.createdAt());
    events.ofProject(
        EventName.PROJECT_CHANGED, repo.projectId(), Json.object().put("repo", repo.name()));
  }

  /** On which node the paths of an attempt's repositories are, in their order. */
  public List<RepoHome> listHomes(UUID attemptId) {
    return sql.list(
        """
        select r.id, r.home from attempt_repo a join repo r on r.id = a.repo_id
        where a.attempt_id = ? order by a.place
        """,
        row -> new RepoHome(row.id("id"), row.findText("home")),
        attemptId);
  }

  /** The node on which the path of a repository is; empty if nobody has said. */
  public Optional<String> findHome(UUID repoId) {
    return sql.find("select home from repo where id = ?", row -> row.findText("home"), repoId)
        .flatMap(home -> home);
  }

  /** The repositories at home on other nodes than this one. */
  public List<RepoPlace> listPlacesBeside(String node) {
    return sql.list(
        "select home, path from repo where home is not null and home <> ? order by home, path",
        row -> new RepoPlace(row.text("home"), Path.of(row.text("path"))),
        node);
  }

  /** Says on which node the path of a repository is, unless one has it that is still known. */
  public void setHome(UUID repoId, String node) {
    sql.update(
        """
        update repo set home = ? where id = ?
          and (home is null or not exists (select 1 from node n where n.name = repo.home))
        """,
        node,
        repoId);
  }

  public void updateScripts(UUID repoId, RepoScripts scripts) {
    sql.update(
        """
        update repo set setup_script = ?, cleanup_script = ?, dev_server_script = ?, copy_files = ?
        where id = ?
        """,
        scripts.setup(),
        scripts.cleanup(),
        scripts.devServer(),
        String.join("\n", scripts.copyFiles()),
        repoId);
  }

  public Optional<Repo> findRepo(UUID id) {
    return sql.find("select * from repo where id = ?", ProjectTable::repo, id);
  }

  /** In the order in which they were added. */
  public List<Repo> listRepos(UUID projectId) {
    return sql.list(
        "select * from repo where project_id = ? order by created_at, id",
        ProjectTable::repo,
        projectId);
  }

  /** The repositories of some projects, in the order in which they were added. */
  public List<Repo> listRepos(List<UUID> projects) {
    return projects.isEmpty()
        ? List.of()
        : sql.list(
            "select * from repo where project_id in (%s) order by created_at, id"
                .formatted(String.join(", ", Collections.nCopies(projects.size(), "?"))),
            ProjectTable::repo,
            projects.toArray());
  }

  /** The repositories of all projects, also of those that are archived. */
  public List<Repo> listAllRepos() {
    return sql.list(
        """
        select * from repo order by created_at, id
        """,
        ProjectTable::repo);
  }

  /** The repositories of an attempt with their present settings, in the order of the attempt. */
  public List<Repo> listReposOfAttempt(UUID attemptId) {
    return sql.list(
        """
        select r.* from attempt_repo a join repo r on r.id = a.repo_id
        where a.attempt_id = ? order by a.place
        """,
        ProjectTable::repo,
        attemptId);
  }

  private static Project project(Row row) {
    return new Project(
        row.id("id"),
        row.text("name"),
        row.findText("commit_policy").map(_ -> row.constant("commit_policy", CommitPolicy.class)),
        row.time("created_at"),
        row.time("updated_at"),
        row.findTime("archived_at"));
  }

  private static Repo repo(Row row) {
    return new Repo(
        row.id("id"),
        row.id("project_id"),
        row.text("name"),
        Path.of(row.text("path")),
        row.text("default_branch"),
        new RepoScripts(
            row.findText("setup_script"),
            row.findText("cleanup_script"),
            row.findText("dev_server_script"),
            row.text("copy_files").lines().filter(line -> !line.isBlank()).toList()),
        row.time("created_at"));
  }
}
