package dev.baton.orchestrator.transfer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What people call the rows that are moved. */
public final class RowWords {
  /** One of them, and several. */
  private static final Map<String, List<String>> WORDS =
      Map.ofEntries(
          Map.entry("project", List.of("project", "projects")),
          Map.entry("repo", List.of("repository", "repositories")),
          Map.entry("label", List.of("label", "labels")),
          Map.entry("board_task", List.of("task", "tasks")),
          Map.entry("issue", List.of("link to an issue", "links to issues")),
          Map.entry("task_label", List.of("label on a task", "labels on tasks")),
          Map.entry("task_blocker", List.of("dependency", "dependencies")),
          Map.entry("task_auto_start", List.of("automatic task", "automatic tasks")),
          Map.entry("project_auto_start", List.of("automatic project", "automatic projects")),
          Map.entry("attempt", List.of("attempt", "attempts")),
          Map.entry("attempt_repo", List.of("worktree", "worktrees")),
          Map.entry("task_merge", List.of("merge", "merges")),
          Map.entry("agent_session", List.of("session", "sessions")),
          Map.entry("turn", List.of("turn", "turns")),
          Map.entry("turn_commit", List.of("commit of a turn", "commits of turns")),
          Map.entry("image", List.of("image", "images")),
          Map.entry("image_piece", List.of("piece of an image", "pieces of images")),
          Map.entry("turn_image", List.of("image in a message", "images in messages")),
          Map.entry("execution_process", List.of("process", "processes")),
          Map.entry("session_message", List.of("message", "messages")),
          Map.entry("approval", List.of("approval", "approvals")),
          Map.entry("review_comment", List.of("review comment", "review comments")),
          Map.entry("review_mark", List.of("viewed file", "viewed files")),
          Map.entry("review_look", List.of("look at a review", "looks at reviews")),
          Map.entry("pull_request", List.of("pull request", "pull requests")),
          Map.entry(
              "pull_request_comment",
              List.of("comment on a pull request", "comments on pull requests")),
          Map.entry("agent_cost", List.of("cost", "costs")),
          Map.entry("log_entry", List.of("log line", "log lines")));

  private RowWords() {}

  /** How many of each, in the order of the counts. */
  public static String of(Map<String, Long> counts) {
    var words =
        counts.entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .map(entry -> "%d %s".formatted(entry.getValue(), word(entry)))
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "nothing" : words;
  }

  private static String word(Map.Entry<String, Long> count) {
    return find(count.getKey())
        .map(forms -> count.getValue() == 1 ? forms.getFirst() : forms.getLast())
        .orElse(count.getKey());
  }

  /** What one row is called. */
  static String one(String table) {
    return find(table).map(List::getFirst).orElse(table);
  }

  static Optional<List<String>> find(String table) {
    return Optional.ofNullable(WORDS.get(table));
  }
}
