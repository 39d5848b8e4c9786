package dev.baton.orchestrator.transfer;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.fleet.NodeWords;
import dev.baton.orchestrator.git.BranchName;
import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.planning.Labels;
import dev.baton.orchestrator.planning.Projects;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.transcript.ToolUseJson;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
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
import tools.jackson.databind.JsonNode;

/** Texts of lines that have a form, or that operations have a rule for. */
final class TextForms {
  private static final Pattern POSITION = Pattern.compile("[0-9a-z]{8,}");

  /** The kinds of raw entries. */
  private static final Set<String> PRINTED = Set.of("stdout", "stderr");

  private static final Map<String, Consumer<String>> READERS =
      Map.ofEntries(
          Map.entry("project.name", text -> RequiredText.line("name", text)),
          Map.entry("project.node_labels", TextForms::requireNodeLabels),
          Map.entry("repo.name", Projects::requireRepoName),
          Map.entry("repo.path", TextForms::requireWholePath),
          Map.entry("repo.default_branch", BranchName::require),
          Map.entry("label.name", TextForms::requireLabel),
          Map.entry("board_task.title", text -> RequiredText.line("title", text)),
          Map.entry("board_task.description", RequiredText::description),
          Map.entry("board_task.position", text -> require(POSITION.matcher(text).matches(), text)),
          Map.entry("issue.title", text -> RequiredText.line("title", text)),
          Map.entry("issue.link", text -> RequiredText.line("link", text)),
          Map.entry("issue.description", RequiredText::description),
          Map.entry("issue.labels", text -> requireStrings(text, JsonNode::isArray)),
          Map.entry("task_auto_start.executor", TextForms::requireExecutor),
          Map.entry("project_auto_start.executor", TextForms::requireExecutor),
          Map.entry("project_auto_start.labels", TextForms::requireLabels),
          Map.entry("attempt.branch", BranchName::require),
          Map.entry("attempt.root", TextForms::requireWholePath),
          Map.entry("attempt.executor", TextForms::requireExecutor),
          Map.entry("attempt_repo.repo_name", TextForms::requireDirectory),
          Map.entry("attempt_repo.target_branch", BranchName::require),
          Map.entry("attempt_repo.base_commit", TextForms::requireCommit),
          Map.entry("task_merge.commit_id", TextForms::requireCommit),
          Map.entry("task_merge.repo_name", TextForms::requireDirectory),
          Map.entry("task_merge.target_branch", BranchName::require),
          Map.entry("task_merge.base_commit", TextForms::requireCommit),
          Map.entry("agent_session.executor", TextForms::requireExecutor),
          Map.entry("turn.prompt", text -> RequiredText.of("prompt", text)),
          Map.entry("turn.resolution", Json::parseObject),
          Map.entry("turn_commit.commit_before", TextForms::requireCommit),
          Map.entry("turn_commit.files_before", TextForms::requireCommit),
          Map.entry("turn_commit.commit_after", TextForms::requireCommit),
          Map.entry("turn_commit.merge_head", TextForms::requireCommit),
          Map.entry("turn_commit.target_branch", BranchName::require),
          Map.entry("turn_commit.base_commit", TextForms::requireCommit),
          Map.entry("image.name", text -> require(NewImage.isName(text), text)),
          Map.entry("image_piece.content", Base64.getDecoder()::decode),
          Map.entry("execution_process.usage", TextForms::requireUsage),
          Map.entry("session_message.content", TextForms::requireMessage),
          Map.entry("review_comment.path", TextForms::requireInnerPath),
          Map.entry("review_comment.commit_id", TextForms::requireCommit),
          Map.entry("review_comment.body", RequiredText::remark),
          Map.entry("review_mark.path", TextForms::requireInnerPath),
          Map.entry("review_look.trees", TextForms::requireTrees),
          Map.entry("pull_request.branch", BranchName::require),
          Map.entry("pull_request.target_branch", BranchName::require),
          Map.entry("pull_request.url", TextForms::requireWebAddress),
          Map.entry("pull_request.pushed_commit", TextForms::requireCommit),
          Map.entry("agent_cost.executor", TextForms::requireExecutor),
          Map.entry("agent_cost.day", LocalDate::parse),
          Map.entry("log_entry.type", TextForms::requireEntryType),
          Map.entry("log_entry.tool", ToolUseJson::read));

  private TextForms() {}

  /**
   * Reads a text as the program does.
   *
   * @param column with its table, such as {@code repo.path}
   * @throws ToolFailure with the reason, or another exception without one, if it cannot be there
   */
  static void check(String column, String text) {
    Optional.ofNullable(READERS.get(column)).ifPresent(reader -> reader.accept(text));
  }

  private static void require(boolean isPossible, String text) {
    if (!isPossible) {
      throw new IllegalArgumentException(text);
    }
  }

  private static void requireCommit(String text) {
    if (!CommitObject.isId(text)) {
      throw ToolFailure.invalid(
          "it is no id of a commit", "Name it by all of its digits, as 'git rev-parse' does");
    }
  }

  private static void requireExecutor(String text) {
    RequiredText.of("executor", text);
  }

  private static void requireEntryType(String text) {
    require(
        PRINTED.contains(text)
            || Stream.of(EntryType.values()).anyMatch(type -> type.wireName().equals(text)),
        text);
  }

  private static void requireStrings(String text, Predicate<JsonNode> form) {
    var values = Json.MAPPER.readTree(text);
    require(form.test(values) && values.valueStream().allMatch(JsonNode::isString), text);
  }

  private static void requireTrees(String text) {
    requireStrings(text, JsonNode::isObject);
    Json.parseObject(text)
        .valueStream()
        .forEach(tree -> require(CommitObject.isId(tree.stringValue()), text));
  }

  private static void requireMessage(String text) {
    if (!SessionMessage.isContent(text)) {
      throw ToolFailure.invalid(
          "it is longer than a message, which is cut at %d bytes"
              .formatted(SessionMessage.MAX_BYTES),
          "Cut it, and set is_truncated to 1");
    }
  }

  private static void requireUsage(String text) {
    Json.parseObject(text).path("cost").asStringOpt().ifPresent(BigDecimal::new);
  }

  private static void requireLabel(String text) {
    require(RequiredText.label("name", text).equals(text), text);
  }

  private static void requireLabels(String text) {
    var names = text.lines().toList();
    names.forEach(TextForms::requireLabel);
    var ignored = Labels.checked(names, "labels");
  }

  private static void requireNodeLabels(String text) {
    if (!text.isEmpty()) {
      NodeWords.requireWanted(List.of(text.split(",", -1)));
    }
  }

  private static void requireWholePath(String text) {
    require(Path.of(text).isAbsolute(), text);
  }

  /** A file of a workspace, as its path is shown. */
  private static void requireInnerPath(String text) {
    var path = Path.of(text);
    var isInside = !path.isAbsolute() && !path.startsWith("..") && path.equals(path.normalize());
    require(isInside && !text.isBlank(), text);
  }

  /** A directory of a workspace; that of an imported one may begin with a dot. */
  private static void requireDirectory(String text) {
    requireInnerPath(text);
    require(Path.of(text).getNameCount() == 1, text);
  }

  private static void requireWebAddress(String text) {
    var address = URI.create(text);
    require(text.matches("(?i)https?:.*") && address.getHost() != null, text);
  }
}
