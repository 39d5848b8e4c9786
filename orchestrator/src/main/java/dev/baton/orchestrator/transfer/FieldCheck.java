package dev.baton.orchestrator.transfer;

import dev.baton.mcp.protocol.Json;
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
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.git.BranchName;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.ImageType;
import dev.baton.orchestrator.planning.AutoStarts;
import dev.baton.orchestrator.planning.Projects;
import dev.baton.orchestrator.store.sql.RowTable.Column;
import dev.baton.orchestrator.store.sql.RowTable.Kind;
import dev.baton.orchestrator.store.sql.Sql;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.transcript.ToolUseJson;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a field of a line can be, where the database would take what the program cannot read, or
 * what no operation would have written.
 */
final class FieldCheck {
  /** The last moment of the year 9999, in milliseconds. */
  private static final long LAST_MOMENT = 253_402_300_799_999L;

  /** What every reader of JSON takes for the number that it is. */
  private static final long LARGEST_INDEX = (1L << 53) - 1;

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

  /** Columns with texts that have a form, or that operations have a rule for; these throw. */
  private static final Map<String, Consumer<String>> READERS =
      Map.ofEntries(
          Map.entry("log_entry.tool", ToolUseJson::read),
          Map.entry(
              "issue.labels",
              text -> requireStrings(Json.MAPPER.readTree(text), JsonNode::isArray)),
          Map.entry(
              "review_look.trees",
              text -> requireStrings(Json.MAPPER.readTree(text), JsonNode::isObject)),
          Map.entry("turn.resolution", Json::parseObject),
          Map.entry("execution_process.usage", FieldCheck::requireUsage),
          Map.entry("pull_request.url", URI::create),
          Map.entry("image_piece.content", Base64.getDecoder()::decode),
          Map.entry("board_task.position", FieldCheck::requirePosition),
          Map.entry("project.name", text -> RequiredText.line("name", text)),
          Map.entry("board_task.title", text -> RequiredText.line("title", text)),
          Map.entry("board_task.description", RequiredText::description),
          Map.entry("issue.title", text -> RequiredText.line("title", text)),
          Map.entry("issue.link", text -> RequiredText.line("link", text)),
          Map.entry("issue.description", RequiredText::description),
          Map.entry("label.name", FieldCheck::requireLabel),
          Map.entry("repo.name", Projects::requireRepoName),
          Map.entry("repo.path", FieldCheck::requireWholePath),
          Map.entry("repo.default_branch", BranchName::require),
          Map.entry("attempt.branch", BranchName::require),
          Map.entry("attempt.root", FieldCheck::requireWholePath),
          Map.entry("attempt.executor", text -> RequiredText.of("executor", text)),
          Map.entry("attempt_repo.target_branch", BranchName::require),
          Map.entry("review_comment.body", RequiredText::remark),
          Map.entry("agent_cost.day", LocalDate::parse));

  /** The highest value of columns that operations know one for; the lowest of all is 0. */
  private static final Map<String, Long> HIGHEST =
      Map.of(
          "project.budget",
          NewBudget.MOST_NANOS,
          "board_task.budget",
          NewBudget.MOST_NANOS,
          "project_auto_start.attempt_limit",
          (long) AutoStarts.HIGHEST_LIMIT,
          "task_blocker.was_done",
          1L);

  /** Columns whose numbers begin with 1. */
  private static final Set<String> FROM_ONE =
      Set.of("board_task.number", "review_comment.first_line", "review_comment.last_line");

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
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
  private static final Pattern POSITION_FORM = Pattern.compile("[0-9a-z]{8,}");

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
    if (column.kind() == Kind.SMALL_NUMBER) {
      return 1;
    }
    if (column.name().endsWith("_at")) {
      return LAST_MOMENT;
    }
    return column.name().endsWith("_index") ? LARGEST_INDEX : Long.MAX_VALUE;
  }

  private static Optional<String> findProblem(MovedTable table, String column, String value) {
    if (IDS.contains(column)) {
      return UUID_FORM.matcher(value).matches() ? Optional.empty() : Optional.of("");
    }
    var words = words(table, column);
    if (!words.isEmpty() && !words.contains(value)) {
      return Optional.of("it is one of " + String.join(", ", words));
    }
    try {
      Optional.ofNullable(READERS.get(table.name() + "." + column))
          .ifPresent(reader -> reader.accept(value));
      return Optional.empty();
    } catch (ToolFailure e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
      return Optional.of("");
    }
  }

  /** The words that a column can have; none if it can have any. */
  static List<String> words(MovedTable table, String column) {
    return Optional.ofNullable(CONSTANTS.get(table.name() + "." + column)).stream()
        .flatMap(type -> Stream.of(type.getEnumConstants()))
        .map(Sql::stored)
        .toList();
  }

  private static void requireStrings(JsonNode values, Predicate<JsonNode> form) {
    if (!form.test(values) || !values.valueStream().allMatch(JsonNode::isString)) {
      throw new IllegalArgumentException(values.toString());
    }
  }

  private static void requireUsage(String text) {
    Json.parseObject(text).path("cost").asStringOpt().ifPresent(BigDecimal::new);
  }

  private static void requireLabel(String text) {
    if (!RequiredText.label("name", text).equals(text)) {
      throw new IllegalArgumentException(text);
    }
  }

  private static void requireWholePath(String text) {
    if (!Path.of(text).isAbsolute()) {
      throw new IllegalArgumentException(text);
    }
  }

  private static void requirePosition(String text) {
    if (!POSITION_FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
  }
}
