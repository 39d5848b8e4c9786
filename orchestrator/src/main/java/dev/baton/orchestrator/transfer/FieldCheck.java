package dev.baton.orchestrator.transfer;

import dev.baton.mcp.protocol.Json;
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
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.ImageType;
import dev.baton.orchestrator.store.sql.Sql;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.transcript.ToolUseJson;
import java.math.BigDecimal;
import java.net.URI;
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

/** What a field of a line can be, where the database would take what the program cannot read. */
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

  /** Columns with texts that something else is read from; readers throw if it is not in them. */
  private static final Map<String, Consumer<String>> READERS =
      Map.of(
          "log_entry.tool", ToolUseJson::read,
          "issue.labels", text -> requireStrings(Json.MAPPER.readTree(text), JsonNode::isArray),
          "review_look.trees",
              text -> requireStrings(Json.MAPPER.readTree(text), JsonNode::isObject),
          "turn.resolution", Json::parseObject,
          "execution_process.usage", FieldCheck::requireUsage,
          "pull_request.url", URI::create,
          "image_piece.content", Base64.getDecoder()::decode,
          "board_task.position", FieldCheck::requirePosition);

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

  /** Whether the program can read a value that its column can hold. */
  static boolean isMeaningful(MovedTable table, String column, JsonNode value) {
    return value.isString()
        ? isMeaningful(table, column, value.stringValue())
        : isMeaningful(column, value.longValue());
  }

  private static boolean isMeaningful(String column, long value) {
    if (column.endsWith("_at")) {
      return value >= 0 && value <= LAST_MOMENT;
    }
    return !column.endsWith("_index") || (value >= 0 && value <= LARGEST_INDEX);
  }

  private static boolean isMeaningful(MovedTable table, String column, String value) {
    if (IDS.contains(column)) {
      return UUID_FORM.matcher(value).matches();
    }
    var words = words(table, column);
    return (words.isEmpty() || words.contains(value)) && canBeRead(table, column, value);
  }

  private static boolean canBeRead(MovedTable table, String column, String value) {
    try {
      Optional.ofNullable(READERS.get(table.name() + "." + column))
          .ifPresent(reader -> reader.accept(value));
      return true;
    } catch (JacksonException | IllegalArgumentException e) {
      return false;
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

  private static void requirePosition(String text) {
    if (!POSITION_FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
  }
}
