package dev.baton.orchestrator.notice;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.LineCounts;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.Utf8;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The message that a receiver gets about an event.
 *
 * @param id the same each time it is told
 * @param topic such as {@code attempt.failed}
 * @param title what it is about, in a few words
 * @param text what happened, on one line
 * @param json all that programs want to know
 */
record Notice(String id, String topic, String title, String text, ObjectNode json) {
  private static final int MOST_WORDS = 400;

  /** What happened, with what is known of its project, task and attempt now. */
  static Notice of(Tables tables, BoardEvent event) {
    return of(tables, event, executor -> executor);
  }

  /**
   * The same for people alone.
   *
   * @param agentName how they call an executor
   */
  static Notice of(Tables tables, BoardEvent event, UnaryOperator<String> agentName) {
    return new Facts(
            event,
            agentName,
            event.projectId().flatMap(tables.projects()::find),
            event.taskId().flatMap(tables.boardTasks()::find),
            event.attemptId().flatMap(tables.attempts()::find),
            event.attemptId().flatMap(id -> tables.turns().findLastStart(id, event.happenedAt())))
        .notice();
  }

  /** One that somebody sends to see whether it arrives. */
  static Notice test(String receiver, Instant now) {
    var id = "test-" + UUID.randomUUID();
    var text = "This is a test of '%s'; Baton can reach you.".formatted(receiver);
    var json = Json.object().put("event_id", id).put("name", "test").put("at", now.toString());
    json.putObject("data");
    return new Notice(id, "test", "Baton", text, json.put("text", text));
  }

  private record Facts(
      BoardEvent event,
      UnaryOperator<String> agentName,
      Optional<Project> project,
      Optional<BoardTask> task,
      Optional<Attempt> attempt,
      Optional<Instant> begun) {
    Notice notice() {
      var topic = Topic.wordFor(event);
      var title = title();
      var text = Utf8.cut(text(topic).replaceAll("\\s+", " ").strip(), MOST_WORDS);
      return new Notice(String.valueOf(event.id()), topic, title, text, json(topic, text));
    }

    private String title() {
      var words =
          Stream.of(
                  project.map(Project::name),
                  task.map(it -> "#%d %s".formatted(it.number(), it.title())))
              .flatMap(Optional::stream)
              .collect(Collectors.joining(" "));
      return words.isEmpty() ? "Baton" : Utf8.cut(words.replaceAll("\\s+", " "), MOST_WORDS);
    }

    private String text(String topic) {
      var who = attempt.map(Attempt::executor).map(agentName).orElse("An agent");
      return switch (topic) {
        case "attempt.needs_input" ->
            "%s asks: %s".formatted(who, field("summary").or(() -> field("tool_name")).orElse("?"));
        case "attempt.completed" -> "%s has finished%s%s".formatted(who, after(), lines());
        case "attempt.failed" ->
            attempt.flatMap(it -> it.state().stoppedBy()).isPresent()
                ? "%s was stopped%s".formatted(who, after())
                : "%s failed%s: %s"
                    .formatted(who, after(), field("failure_summary").orElse("no reason"));
        case "merge.done" -> "The work of %s was merged%s".formatted(who, targets());
        case "project.paused" ->
            "No more tasks are started by themselves: " + field("reason").orElse("paused");
        default -> EventWords.of(event, agentName);
      };
    }

    private Optional<String> field(String name) {
      return Optional.of(event.data().path(name).asString("")).filter(text -> !text.isEmpty());
    }

    /** How long the agent was at it, without the time that it waited for somebody. */
    private String after() {
      return begun
          .map(it -> " after " + words(Duration.between(it, event.happenedAt())))
          .orElse("");
    }

    private static String words(Duration time) {
      var seconds = Math.max(0, time.toSeconds());
      return seconds < 60
          ? seconds + " s"
          : seconds < 3600
              ? "%d min".formatted(seconds / 60)
              : "%d h %d min".formatted(seconds / 3600, seconds % 3600 / 60);
    }

    private String lines() {
      return attempt
          .flatMap(Attempt::lines)
          .map(it -> ": +%d −%d lines".formatted(it.added(), it.deleted()))
          .orElse("");
    }

    private String targets() {
      var branches =
          event
              .data()
              .path("merges")
              .valueStream()
              .map(merge -> merge.path("target_branch").asString(""))
              .filter(branch -> !branch.isEmpty())
              .distinct()
              .collect(Collectors.joining(", "));
      return branches.isEmpty() ? "" : " into " + branches;
    }

    private ObjectNode json(String topic, String text) {
      var json =
          Json.object()
              .put("event_id", event.id())
              .put("name", event.name().wireName())
              .put("topic", topic)
              .put("at", event.happenedAt().toString());
      json.set(
          "project",
          project.map(Facts::json).<JsonNode>map(it -> it).orElse(NullNode.getInstance()));
      json.set(
          "task", task.map(Facts::json).<JsonNode>map(it -> it).orElse(NullNode.getInstance()));
      json.set(
          "attempt",
          attempt.map(Facts::json).<JsonNode>map(it -> it).orElse(NullNode.getInstance()));
      json.set("data", event.data());
      return json.put("text", "%s: %s".formatted(title(), text));
    }

    private static ObjectNode json(Project project) {
      return Json.object().put("id", project.id().toString()).put("name", project.name());
    }

    private static ObjectNode json(BoardTask task) {
      return Json.object()
          .put("id", task.id().toString())
          .put("number", task.number())
          .put("title", task.title());
    }

    private static ObjectNode json(Attempt attempt) {
      var json =
          Json.object()
              .put("id", attempt.id().toString())
              .put("executor", attempt.executor())
              .put("branch", attempt.branch())
              .put("started_at", attempt.createdAt().toString());
      attempt
          .lines()
          .ifPresent(
              (LineCounts it) ->
                  json.put("lines_added", it.added()).put("lines_deleted", it.deleted()));
      return json;
    }
  }
}
