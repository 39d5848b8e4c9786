package dev.baton.orchestrator.transfer;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.Approval.ApprovalStatus;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Label.LabelColour;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.ImageType;
import dev.baton.orchestrator.planning.AutoStarts;
import dev.baton.orchestrator.store.sql.RowTable.Column;
import dev.baton.orchestrator.store.sql.Sql;
import dev.baton.orchestrator.transcript.SessionMessage;
import java.time.DateTimeException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Refuses values of fields that the database would take, although the program cannot read them or
 * no operation would have written them.
 */
final class FieldCheck {
  /** The last moment of the year 9999, in milliseconds. */
  private static final long LAST_MOMENT = 253_402_300_799_999L;

  /** What every reader of JSON takes for the number that it is, and what can be counted on. */
  private static final long LARGEST_NUMBER = (1L << 53) - 1;

  /** The same where there is less room. */
  private static final long LARGEST_MIDDLE_NUMBER = 1_000_000_000;

  /** Columns with words of which the program knows a few. */
  private static final Map<String, Class<? extends Enum<?>>> CONSTANTS =
      Map.ofEntries(
          Map.entry("board_task.status", BoardTaskStatus.class),
          Map.entry("board_task.priority", Priority.class),
          Map.entry("label.colour", LabelColour.class),
          Map.entry("attempt.state", AttemptState.Name.class),
          Map.entry("turn.status", TurnStatus.class),
          Map.entry("execution_process.status", ProcessStatus.class),
          Map.entry("execution_process.reason", ProcessReason.class),
          Map.entry("approval.status", ApprovalStatus.class),
          Map.entry("approval.decision", ApprovalDecision.class),
          Map.entry("session_message.role", SessionMessage.Role.class),
          Map.entry("image.type", ImageType.class),
          Map.entry("image.place", Image.Place.class),
          Map.entry("review_comment.side", CommentSide.class),
          Map.entry("pull_request.state", PullRequestState.class),
          Map.entry("pull_request.checks", PullRequestChecks.class),
          Map.entry("project.commit_policy", CommitPolicy.class));

  /** The highest value of columns that operations know one for; the lowest of all is 0. */
  private static final Map<String, Long> HIGHEST =
      Map.ofEntries(
          Map.entry("project.budget", NewBudget.MOST_NANOS),
          Map.entry("board_task.budget", NewBudget.MOST_NANOS),
          Map.entry("project_auto_start.attempt_limit", (long) AutoStarts.HIGHEST_LIMIT),
          Map.entry("task_blocker.was_done", 1L),
          Map.entry("image.size", (long) Image.MOST_BYTES),
          // why: older programs kept whatever agents said, and nothing fails by it
          Map.entry("agent_cost.input_tokens", Long.MAX_VALUE),
          Map.entry("agent_cost.cached_tokens", Long.MAX_VALUE),
          Map.entry("agent_cost.output_tokens", Long.MAX_VALUE),
          Map.entry("agent_cost.cost", Long.MAX_VALUE));

  /** Columns whose numbers begin with 1. */
  private static final Set<String> FROM_ONE =
      Set.of(
          "board_task.number",
          "project_auto_start.attempt_limit",
          "review_comment.first_line",
          "review_comment.last_line",
          "image.size");

  /** Columns that are read together: who says the first says the others. */
  private static final Map<String, List<String>> TOGETHER =
      Map.of(
          "attempt.conflict_at", List.of("conflict_target", "conflict_files"),
          "turn_commit.target_branch", List.of("base_commit"),
          "execution_process.usage", List.of("session_id"),
          "pull_request.number", List.of("url"));

  /** What a comment says that is about no entry of the conversation. */
  private static final List<String> LINES =
      List.of("path", "side", "first_line", "last_line", "content_id", "commit_id");

  /** What a program ends with can be less than nothing. */
  private static final String EXIT_CODE = "exit_code";

  private static final Set<String> IDS =
      Set.of(
          MovedTable.ID,
          "project_id",
          "repo_id",
          "label_id",
          "task_id",
          "blocker_id",
          "attempt_id",
          "session_id",
          "turn_id",
          "image_id",
          "process_id");

  private static final Pattern UUID_FORM =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private FieldCheck() {}

  /** Why a value cannot be in its column, in words that may be empty; absent if it can. */
  static Optional<String> findProblem(MovedTable table, Column column, JsonNode value) {
    if (!column.kind().holds(value)) {
      return Optional.of("");
    }
    return value.isString()
        ? findProblem(table, column.name(), value.stringValue())
        : findProblem(table, column, value.longValue());
  }

  private static Optional<String> findProblem(MovedTable table, Column column, long value) {
    var name = column.name();
    if (name.equals(EXIT_CODE)) {
      return Optional.empty();
    }
    var place = table.name() + "." + name;
    long lowest = FROM_ONE.contains(place) ? 1 : 0;
    long highest = HIGHEST.getOrDefault(place, highest(column));
    if (value < lowest) {
      return Optional.of("it is at least %d".formatted(lowest));
    }
    return value > highest ? Optional.of("it is at most %d".formatted(highest)) : Optional.empty();
  }

  private static long highest(Column column) {
    return switch (column.kind()) {
      case SMALL_NUMBER -> 1;
      case MIDDLE_NUMBER -> LARGEST_MIDDLE_NUMBER;
      case NUMBER, TEXT, BYTES -> column.name().endsWith("_at") ? LAST_MOMENT : LARGEST_NUMBER;
    };
  }

  /** A column that a row must say because of others, and does not. */
  static Optional<String> findMissing(MovedTable table, ObjectNode row) {
    var wanted =
        table.name().equals("review_comment") && !row.has("entry_index")
            ? LINES.stream()
            : row.propertyNames().stream()
                .flatMap(
                    name -> TOGETHER.getOrDefault(table.name() + "." + name, List.of()).stream());
    return wanted.filter(name -> !row.has(name)).findFirst();
  }

  private static Optional<String> findProblem(MovedTable table, String column, String value) {
    if (IDS.contains(column)) {
      return findProblemOfId(value);
    }
    var words = words(table, column);
    if (!words.isEmpty() && !words.contains(value)) {
      return Optional.of("it is one of " + String.join(", ", words));
    }
    try {
      TextForms.check(table.name() + "." + column, value);
      return Optional.empty();
    } catch (ToolFailure e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
      return Optional.of("");
    }
  }

  // why: an id is looked for as it is written, and the program writes small letters
  private static Optional<String> findProblemOfId(String value) {
    if (UUID_FORM.matcher(value).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        UUID_FORM.matcher(value.toLowerCase(Locale.ROOT)).matches()
            ? "its letters are small ones"
            : "");
  }

  /** The words that a column can have; none if it can have any. */
  static List<String> words(MovedTable table, String column) {
    return Optional.ofNullable(CONSTANTS.get(table.name() + "." + column)).stream()
        .flatMap(type -> Stream.of(type.getEnumConstants()))
        .map(Sql::stored)
        .toList();
  }
}
