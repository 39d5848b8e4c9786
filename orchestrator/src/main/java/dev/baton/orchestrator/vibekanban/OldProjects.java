package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.BranchName;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.git.Repository;
import dev.baton.orchestrator.transcript.Utf8;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the projects of vibe-kanban and their repositories. A repository that several projects have
 * comes for each.
 */
final class OldProjects {
  /**
   * A repository of a project.
   *
   * @param id ours
   * @param oldId its own, if it had one
   * @param directory the name of its directory in workspaces
   * @param defaultBranch the branch that is checked out in it, as far as it is there
   * @param isThere false if there is no repository at the path
   */
  record OldRepo(
      UUID id,
      UUID projectId,
      UUID oldId,
      String directory,
      Path path,
      String defaultBranch,
      boolean isThere) {}

  /** In bytes; a number has room behind it. */
  private static final int LONGEST_NAME = 90;

  private static final String NAMELESS = "vibe-kanban";
  private static final String MAIN = "main";

  private final OldDatabase old;
  private final Repositories repositories;
  private final ImportedRows imported;
  private final Map<UUID, Map<Path, UUID>> here;
  private final Map<UUID, List<OldRepo>> repos = new LinkedHashMap<>();
  private final Set<UUID> ids = new HashSet<>();

  /**
   * Nothing has come yet.
   *
   * @param here the repositories of projects that are here, by their paths
   */
  OldProjects(
      OldDatabase old,
      Repositories repositories,
      ImportedRows imported,
      Map<UUID, Map<Path, UUID>> here) {
    this.old = old;
    this.repositories = repositories;
    this.imported = imported;
    this.here = Map.copyOf(here);
  }

  /** Whether a project has come. */
  boolean has(UUID projectId) {
    return ids.contains(projectId);
  }

  /** Those of a project. */
  List<OldRepo> repos(UUID projectId) {
    return repos.getOrDefault(projectId, List.of());
  }

  /** The first project that has one of these. */
  Optional<UUID> withRepo(UUID oldRepoId) {
    return repos.entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(it -> it.oldId().equals(oldRepoId)))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  void bring() {
    var known = new HashMap<UUID, OldRow>();
    old.rows("repos").forEach(repo -> known.put(repo.id(), repo));
    var links = old.rows("project_repos");
    for (var project : old.rows("projects")) {
      var id = project.id();
      project(id, project.text("name").orElse(NAMELESS), project);
      var names = new HashSet<String>();
      for (var link : links) {
        var repo = link.id("repo_id").map(known::get);
        if (link.id("project_id").filter(id::equals).isPresent() && repo.isPresent()) {
          repo(link.id(), id, repo.get(), List.of(repo.get(), link, project), names);
        }
      }
      if (!repos.containsKey(id) && project.text("git_repo_path").isPresent()) {
        repo(OldRow.derived("repo", id), id, project, List.of(project), names);
      }
    }
    imported.cannot(
        links.stream()
            .filter(
                link ->
                    link.id("project_id").filter(ids::contains).isEmpty()
                        || link.id("repo_id").filter(known::containsKey).isEmpty())
            .count(),
        "row of project_repos",
        "the project or the repository is not there");
    sayUnused(known.values(), links);
  }

  /** An attempt at a repository that no project has gets a project; without one it has no place. */
  private void sayUnused(Collection<OldRow> known, List<OldRow> links) {
    var used =
        Stream.concat(links.stream(), old.rows("workspace_repos", "attempt_repos").stream())
            .flatMap(link -> link.id("repo_id").stream())
            .collect(Collectors.toSet());
    known.stream()
        .filter(repo -> !used.contains(repo.id()))
        .map(repo -> repo.text("path", "name").orElse(repo.id().toString()))
        .sorted()
        .forEach(
            place ->
                imported.cannot(
                    "repository %s: no project has it and no attempt is at it".formatted(place)));
  }

  /** A project for work at a repository that no project has. */
  UUID make(OldRow repo) {
    var id = OldRow.derived("project", repo.id());
    if (!repos.containsKey(id)) {
      project(id, repo.text("display_name", "name").orElse(NAMELESS), repo);
      repo(OldRow.derived("repo", id), id, repo, List.of(repo), new HashSet<>());
    }
    return id;
  }

  private void project(UUID id, String name, OldRow from) {
    ids.add(id);
    var line = imported.line(name);
    imported.add(
        "project",
        Json.object()
            .put("id", id.toString())
            .put("name", line.isEmpty() ? NAMELESS : line)
            .put("created_at", from.created())
            .put("updated_at", from.time("updated_at").orElse(from.created())));
  }

  /**
   * One repository.
   *
   * @param wanted its id, unless it is here under another: with an upgrade it gets a new one there
   * @param scripts where a version may have kept its scripts
   */
  private void repo(
      UUID wanted, UUID projectId, OldRow repo, List<OldRow> scripts, Set<String> names) {
    var path = Path.of(repo.text("path", "git_repo_path").orElse(""));
    if (!path.isAbsolute()) {
      imported.cannot("repository %s: its path is none of this machine".formatted(path));
      return;
    }
    var name =
        repo.text("path")
            .flatMap(_ -> repo.text("name"))
            .orElseGet(() -> String.valueOf(path.getFileName()));
    var plain = directoryName(name);
    var unique = plain;
    for (int number = 2; !names.add(unique); number++) {
      unique = plain + "-" + number;
    }
    var there = inspect(path);
    var top = there.map(Repository::top).orElse(path);
    var id = here.getOrDefault(projectId, Map.of()).getOrDefault(top, wanted);
    var branch = there.map(Repository::defaultBranch);
    repos
        .computeIfAbsent(projectId, _ -> new ArrayList<>())
        .add(
            new OldRepo(
                id,
                projectId,
                repo.text("path").isPresent() ? repo.id() : id,
                isDirectoryName(name) ? name : plain,
                top,
                branch.orElse(MAIN),
                there.isPresent()));
    var row =
        Json.object()
            .put("id", id.toString())
            .put("project_id", projectId.toString())
            .put("name", unique)
            .put("path", top.toString())
            .put(
                "default_branch",
                repo.text("default_target_branch")
                    .filter(BranchName::isPossible)
                    .or(() -> branch)
                    .orElse(MAIN))
            .put("copy_files", copied(scripts))
            .put("created_at", repo.created());
    first(scripts, "setup_script").ifPresent(script -> row.put("setup_script", script));
    first(scripts, "cleanup_script").ifPresent(script -> row.put("cleanup_script", script));
    first(scripts, "dev_server_script", "dev_script")
        .ifPresent(script -> row.put("dev_server_script", script));
    imported.add("repo", row);
    repo.text("archive_script")
        .ifPresent(
            _ ->
                imported.cannot(
                    "the archive script of repository %s: there is no such step".formatted(path)));
    first(scripts, "default_working_dir")
        .or(
            () ->
                first(scripts, "default_agent_working_dir")
                    .filter(directory -> directory.startsWith(name + "/")))
        .ifPresent(
            directory ->
                imported.cannot(
                    "the working directory %s of agents in repository %s: they begin at its top"
                        .formatted(directory, path)));
    if (branch.isEmpty()) {
      imported.cannot(
          "work at repository %s: there is none; move it back, and its attempts can go on"
              .formatted(path));
    }
  }

  /** Whether a directory of a workspace can have been called so. */
  private static boolean isDirectoryName(String name) {
    return !name.isBlank() && !name.contains("/") && !name.equals(".") && !name.equals("..");
  }

  /** A name that a directory of a workspace can have. */
  private static String directoryName(String name) {
    var plain = name.replaceAll("[/\\\\\\p{Cntrl}]+", " ").replaceFirst("^[.\" ]+", "").strip();
    return plain.isEmpty() ? "repository" : Utf8.cut(plain, LONGEST_NAME).strip();
  }

  private Optional<Repository> inspect(Path path) {
    try {
      return Optional.of(repositories.inspect(path));
    } catch (ToolFailure | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> first(List<OldRow> rows, String... columns) {
    return rows.stream().flatMap(row -> row.text(columns).stream()).findFirst();
  }

  /** It has globs with commas between them, we have lines. */
  private static String copied(List<OldRow> rows) {
    return first(rows, "copy_files").stream()
        .flatMap(text -> Stream.of(text.split("[,\n]", -1)))
        .map(String::strip)
        .filter(glob -> !glob.isEmpty())
        .collect(Collectors.joining("\n"));
  }
}
