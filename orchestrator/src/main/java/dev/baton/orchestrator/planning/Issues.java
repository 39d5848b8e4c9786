package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.Issue;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.store.IdKind;
import dev.baton.orchestrator.store.IdTable.Candidate;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.review.IssueTable.Imported;
import dev.baton.orchestrator.transcript.Utf8;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes tasks of issues. Each is kept as it came last, so that the next import changes only what
 * nobody has changed here. Thread safe.
 */
public final class Issues {
  /** What became of the issues. */
  public record Outcome(int added, int updated, int unchanged) {}

  private final Store store;
  private final TaskChanges changes;
  private final Clock clock;

  public Issues(Store store, Supplier<UUID> ids, Clock clock) {
    this.store = store;
    this.changes = new TaskChanges(new Labels(store, ids), ids);
    this.clock = clock;
  }

  /**
   * Brings issues into a project, all of them or none.
   *
   * @param project its name, its id or a part of that; empty if there is only one
   * @throws ToolFailure if no project is meant, or several, or an issue makes no task
   */
  public Outcome bring(String project, List<Issue> issues) {
    // why storable first: what is kept is compared with what comes again
    var wanted = issues.stream().map(Issues::storable).map(Issues::checked).toList();
    return store.write(
        tables -> {
          var projectId = projectId(tables, project);
          tables.issues().lock(projectId);
          lockChanged(tables, projectId, wanted);
          var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
          int added = 0;
          int updated = 0;
          for (var issue : wanted) {
            var known = tables.issues().find(projectId, issue.link());
            if (known.isEmpty()) {
              add(tables, projectId, issue, now);
              added++;
            } else if (update(tables, projectId, issue, known.get(), now)) {
              updated++;
            }
          }
          return new Outcome(added, updated, issues.size() - added - updated);
        });
  }

  /**
   * The same issue, if it makes a task.
   *
   * @throws ToolFailure if it does not
   */
  public static Issue checked(Issue issue) {
    RequiredText.line("title", issue.title());
    RequiredText.line("link", issue.link());
    RequiredText.description(issue.description());
    Labels.checked(issue.labels());
    return issue;
  }

  private static Issue storable(Issue issue) {
    return new Issue(
        Utf8.storable(issue.link()),
        Utf8.storable(issue.title()),
        Utf8.storable(issue.description()),
        issue.labels().stream().map(Utf8::storable).toList());
  }

  private static UUID projectId(Tables tables, String text) {
    var found =
        text.isEmpty()
            ? tables.projects().list(PageRequest.first(PageLimit.items(2)), false).stream()
                .map(project -> new Candidate(project.id(), project.name()))
                .toList()
            : tables.ids().find(IdKind.PROJECT, text);
    if (found.isEmpty()) {
      throw ToolFailure.notFound(
          text.isEmpty() ? "There is no project" : "There is no project '%s'".formatted(text),
          "'baton project list' shows all, 'baton project add' makes one");
    }
    if (found.size() > 1) {
      throw new ToolFailure(
          FailureCode.AMBIGUOUS_TARGET,
          "Several projects can be meant: %s"
              .formatted(
                  found.stream()
                      .map(project -> "%s (%s)".formatted(project.label(), project.id()))
                      .collect(Collectors.joining(", "))),
          "Name one with --project, by more of its id");
    }
    return found.getFirst().id();
  }

  /** Lets nobody else change the tasks whose issues say something new. */
  private static void lockChanged(Tables tables, UUID projectId, List<Issue> wanted) {
    wanted.stream()
        .flatMap(
            issue ->
                tables.issues().find(projectId, issue.link()).stream()
                    .filter(known -> !known.issue().equals(issue)))
        .flatMap(known -> known.taskId().stream())
        .sorted()
        .forEach(tables.boardTasks()::lock);
  }

  private void add(Tables tables, UUID projectId, Issue issue, Instant now) {
    var words = new NewBoardTask(projectId, issue.title(), Optional.of(issue.description()));
    var task = changes.create(tables, words, new LinkedHashSet<>(issue.labels()), List.of(), now);
    tables.issues().set(projectId, issue, task.task().id());
  }

  /** Changes what the issue says anew and nobody has changed here. */
  private boolean update(Tables tables, UUID projectId, Issue issue, Imported last, Instant now) {
    var task = last.taskId().flatMap(tables.boardTasks()::findOverview);
    if (task.isEmpty()) {
      // why: somebody deleted it here, which is a change like any other
      return false;
    }
    var here = issueOf(issue.link(), task.get());
    var was = last.issue();
    var next =
        new Issue(
            issue.link(),
            here.title().equals(was.title()) ? issue.title() : was.title(),
            here.description().equals(was.description()) ? issue.description() : was.description(),
            here.labels().equals(was.labels()) ? issue.labels() : was.labels());
    if (next.equals(was)) {
      return false;
    }
    var taskId = task.get().task().id();
    tables.issues().set(projectId, next, taskId);
    if (!next.labels().equals(was.labels())) {
      changes.label(tables, taskId, new LinkedHashSet<>(next.labels()), now);
    }
    var change = BoardTaskChange.of(taskId);
    if (!next.title().equals(was.title())) {
      change = change.withTitle(next.title());
    }
    if (!next.description().equals(was.description())) {
      change = change.withDescription(next.description());
    }
    changes.apply(tables, change, now);
    return true;
  }

  private static Issue issueOf(String link, BoardTaskOverview task) {
    return new Issue(
        link,
        task.task().title(),
        task.task().description().orElse(""),
        task.labels().stream().map(Label::name).toList());
  }
}
