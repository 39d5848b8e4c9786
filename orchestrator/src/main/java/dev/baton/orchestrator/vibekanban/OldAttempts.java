package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.acp.AcpProfiles;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.agent.claude.ClaudeExecutor;
import dev.baton.orchestrator.git.BranchName;
import dev.baton.orchestrator.vibekanban.OldProjects.OldRepo;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the attempts of vibe-kanban, which later versions call workspaces, with all that ran in
 * them.
 */
final class OldAttempts {
  /** What first versions called executors. */
  private static final Map<String, String> NAMES_BEFORE =
      Map.of(
          "CLAUDE", ClaudeExecutor.NAME,
          "CLAUDE_PLAN", ClaudeExecutor.NAME,
          "CLAUDE_CODE_PLAN", ClaudeExecutor.NAME,
          "CLAUDE_CODE_ROUTER", ClaudeExecutor.NAME,
          "SST_OPENCODE", AcpProfiles.OPENCODE.name());

  private final OldDatabase old;
  private final OldProjects projects;
  private final OldTasks tasks;
  private final OldWorktrees worktrees;
  private final ImportedRows imported;
  private final Instant now;
  private final Map<UUID, List<OldRow>> targets = new HashMap<>();
  private final Map<UUID, OldRow> repos = new HashMap<>();
  private final Map<String, Long> unknown = new LinkedHashMap<>();

  OldAttempts(
      OldDatabase old,
      OldProjects projects,
      OldTasks tasks,
      OldWorktrees worktrees,
      ImportedRows imported,
      Instant now) {
    this.old = old;
    this.projects = projects;
    this.tasks = tasks;
    this.worktrees = worktrees;
    this.imported = imported;
    this.now = now;
  }

  /**
   * Brings what is not here.
   *
   * @param known attempts that are, and the directories around their worktrees
   * @param knownTasks tasks that are
   */
  void bring(Map<UUID, Path> known, Set<UUID> knownTasks) {
    old.rows("repos").forEach(repo -> repos.put(repo.id(), repo));
    var links = old.rows("workspace_repos", "attempt_repos");
    links.forEach(
        link ->
            attemptOf(link)
                .ifPresent(id -> targets.computeIfAbsent(id, _ -> new ArrayList<>()).add(link)));
    var attempts =
        old.rows("workspaces", "task_attempts").stream()
            .sorted(Comparator.comparingLong(OldRow::created))
            .toList();
    var ids = attempts.stream().map(OldRow::id).collect(Collectors.toSet());
    imported.cannot(
        links.stream()
            .filter(
                link ->
                    attemptOf(link).filter(ids::contains).isEmpty()
                        || link.id("repo_id").filter(repos::containsKey).isEmpty())
            .count(),
        "row of workspace_repos",
        "the attempt or the repository is not there");
    namePullRequests(attempts);
    var runs = new OldRuns(old, attempts, imported);
    var merges = new OldMerges(old, worktrees, imported);
    for (var attempt : attempts) {
      var root = Optional.ofNullable(known.get(attempt.id()));
      if (root.isEmpty()) {
        bring(attempt, runs, merges, knownTasks);
      } else {
        placeAgain(attempt, root.get());
        merges.skip(attempt.id());
      }
    }
    merges.countRest();
    unknown.forEach(
        (executor, count) ->
            imported.cannot(
                "follow-ups to attempts of %s (%d): Baton has no such executor, only those that config.yaml describes; review and merge work without"
                    .formatted(executor, count)));
  }

  private void placeAgain(OldRow attempt, Path root) {
    attempt
        .id("task_id")
        .flatMap(tasks::project)
        .map(project -> used(attempt, project))
        .filter(targets -> !targets.isEmpty())
        .ifPresent(
            targets ->
                worktrees.placeAgain(attempt.id(), root, directory(attempt), repos(targets)));
  }

  private static Path directory(OldRow attempt) {
    return attempt.text("container_ref", "worktree_path").map(Path::of).orElse(Path.of(""));
  }

  private static List<OldRepo> repos(List<Target> targets) {
    return targets.stream().map(Target::repo).toList();
  }

  /** Versions had them in a table of their own, among the merges, or with the attempt. */
  private void namePullRequests(List<OldRow> attempts) {
    Stream.of(old.rows("pull_requests"), old.rows("merges"), attempts)
        .flatMap(List::stream)
        .flatMap(
            row ->
                row
                    .text("pr_url")
                    .or(() -> row.number("pr_number").map(number -> "#" + number))
                    .stream())
        .distinct()
        .forEach(
            request ->
                imported.cannot(
                    "pull request %s: it stays at its forge, and is not watched from here"
                        .formatted(request)));
  }

  private static Optional<UUID> attemptOf(OldRow link) {
    return link.id("workspace_id", "attempt_id");
  }

  private void bring(OldRow attempt, OldRuns runs, OldMerges merges, Set<UUID> knownTasks) {
    var place = task(attempt);
    var used = place.map(task -> used(attempt, tasks.project(task).orElseThrow()));
    if (used.isEmpty() || used.get().isEmpty()) {
      imported.cannot(
          "attempt %s on branch %s: neither its task nor its repository is known"
              .formatted(attempt.id(), attempt.text("branch").orElse("(none)")));
      return;
    }
    var history = runs.of(attempt);
    var branch =
        attempt
            .text("branch")
            .filter(BranchName::isPossible)
            .orElse("vibe-kanban/" + attempt.id().toString().substring(0, 8));
    var chosen = used.get().stream().map(this::local).toList();
    var root = worktrees.place(attempt.id(), directory(attempt), branch, repos(chosen));
    var executor = executor(attempt, history);
    if (!KnownAgents.builtInNames().contains(executor)) {
      unknown.merge(executor, 1L, Long::sum);
    }
    var row =
        Json.object()
            .put("id", attempt.id().toString())
            .put("task_id", place.get().toString())
            .put("project_id", chosen.getFirst().repo().projectId().toString())
            .put("branch", branch)
            .put("root", root.toString())
            .put("executor", executor)
            .put("state", history.state())
            .put("epoch", 0)
            .put("queue_held", 0)
            .put("workspace_made", 1)
            .put("next_raw_index", 0)
            .put("next_normalized_index", 0)
            .put("created_at", attempt.created())
            .put("updated_at", attempt.time("updated_at").orElse(attempt.created()))
            .put("imported_at", now.toEpochMilli())
            .put("last_activity_at", history.lastActivity(attempt.created()));
    history.failure().ifPresent(summary -> row.put("failure_summary", summary));
    var entries = runs.count(history);
    row.put("next_raw_index", entries.raw()).put("next_normalized_index", entries.normalized());
    imported.add("attempt", row);
    for (int number = 0; number < chosen.size(); number++) {
      var target = chosen.get(number);
      imported.add(
          "attempt_repo",
          Json.object()
              .put("attempt_id", attempt.id().toString())
              .put("repo_id", target.repo().id().toString())
              .put("place", number)
              .put("repo_name", target.repo().directory())
              .put("target_branch", target.branch())
              .put("base_commit", worktrees.base(target.repo(), branch, target.branch())));
    }
    chosen.forEach(
        target -> merges.bring(attempt.id(), place.get(), target.repo(), target.branch()));
    var prepared = worktrees.isGone(attempt.id()) ? List.<OldRepo>of() : repos(chosen);
    runs.bring(attempt.id(), executor, history, repos(chosen), prepared);
    tasks.bringImages(attempt.id(), place.get(), knownTasks);
  }

  /** A repository of an attempt and the branch that it is to be merged into. */
  private record Target(OldRepo repo, String branch) {}

  private List<Target> used(OldRow attempt, UUID project) {
    var links = targets.getOrDefault(attempt.id(), List.of());
    if (links.isEmpty()) {
      return projects.repos(project).stream().limit(1).map(repo -> target(attempt, repo)).toList();
    }
    return links.stream()
        .flatMap(
            link ->
                projects.repos(project).stream()
                    .filter(repo -> link.id("repo_id").filter(repo.oldId()::equals).isPresent())
                    .map(repo -> target(link, repo)))
        .toList();
  }

  private static Target target(OldRow row, OldRepo repo) {
    return new Target(
        repo,
        row.text("target_branch", "base_branch")
            .filter(BranchName::isPossible)
            // why: the first versions merged into what was checked out
            .orElse(repo.defaultBranch()));
  }

  private Target local(Target target) {
    return new Target(target.repo(), worktrees.local(target.repo(), target.branch()));
  }

  /** Later versions have workspaces without a task; those get one. */
  private Optional<UUID> task(OldRow attempt) {
    return attempt
        .id("task_id")
        .filter(task -> tasks.project(task).isPresent())
        .or(
            () ->
                targets.getOrDefault(attempt.id(), List.of()).stream()
                    .flatMap(link -> link.id("repo_id").stream())
                    .filter(repos::containsKey)
                    .findFirst()
                    .map(
                        repo ->
                            projects
                                .withRepo(repo)
                                .orElseGet(
                                    () -> projects.make(Objects.requireNonNull(repos.get(repo)))))
                    .map(
                        project ->
                            tasks.make(
                                attempt,
                                project,
                                attempt.text("name", "branch").orElse("Workspace"))));
  }

  private String executor(OldRow attempt, OldRuns.History history) {
    var named =
        history
            .executor()
            // why several: versions of August 2025 renamed the column twice
            .or(() -> attempt.text("executor", "base_coding_agent", "profile"))
            .map(name -> name.toUpperCase(Locale.ROOT).replace('-', '_'))
            .map(name -> NAMES_BEFORE.getOrDefault(name, name));
    if (named.isEmpty() && !history.runs().isEmpty()) {
      imported.cannot(
          "the executor of attempt %s: nothing there names it, so it is %s"
              .formatted(attempt.id(), ClaudeExecutor.NAME));
    }
    return named.orElse(ClaudeExecutor.NAME);
  }
}
