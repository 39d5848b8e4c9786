package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every tool says what is wrong with its arguments, with the right code. */
class BadInputTest {
  @TempDir static Path directory;
  static ToolBench bench;
  static String project;

  @BeforeAll
  static void open() throws Exception {
    bench = new ToolBench(directory);
    project = bench.project();
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  private static String code(String tool, String arguments) {
    var failure = bench.client().fail(tool, arguments);
    assertThat(failure.path("message").asString()).isNotBlank();
    assertThat(failure.path("hint").asString()).isNotBlank();
    assertThat(failure.path("retryable").isBoolean()).isTrue();
    return failure.path("code").asString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "list_repos | {'project_id': 'ID'}",
        "add_repo | {'project_id': 'ID', 'path': 'REPO'}",
        "create_project | {'name': 'x', 'repos': [{'path': '/no/such/directory'}]}",
        "list_tasks | {'project_id': 'ID'}",
        "create_task | {'project_id': 'ID', 'title': 'x'}",
        "get_task | {'task_id': 'ID'}",
        "update_task | {'task_id': 'ID', 'title': 'x'}",
        "delete_task | {'task_id': 'ID'}",
        "list_task_attempts | {'task_id': 'ID'}",
        "start_task_attempt | {'task_id': 'ID', 'executor': 'FAKE_AGENT'}",
        "send_follow_up | {'task_id': 'ID', 'prompt': 'x'}",
        "follow_up | {'action': 'send', 'attempt_id': 'ID', 'prompt': 'x'}",
        "follow_up | {'action': 'queue', 'session_id': 'ID', 'prompt': 'x'}",
        "follow_up | {'action': 'cancel', 'attempt_id': 'ID'}",
        "get_attempt_status | {'attempt_id': 'ID'}",
        "tail_attempt_logs | {'attempt_id': 'ID'}",
        "tail_session_messages | {'attempt_id': 'ID'}",
        "tail_session_messages | {'session_id': 'ID'}",
        "get_attempt_changes | {'attempt_id': 'ID'}",
        "get_attempt_file | {'attempt_id': 'ID', 'path': 'x'}",
        "get_attempt_patch | {'attempt_id': 'ID', 'paths': ['x']}",
        "stop_attempt | {'attempt_id': 'ID'}",
        "merge_attempt | {'attempt_id': 'ID'}",
        "delete_attempt | {'attempt_id': 'ID'}",
        "respond_approval | {'approval_id': 'ID', 'decision': 'deny'}"
      })
  void an_id_that_names_nothing_is_not_found(String tool, String arguments) {
    var named =
        arguments
            .replace("'ID'", "'" + ToolBench.MISSING + "'")
            .replace("REPO", bench.repository().toString());
    assertThat(code(tool, named)).isEqualTo("not_found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "create_task | {'project_id': 'P', 'title': ' '}",
        "create_task | {'project_id': 'P'}",
        "create_task | {'project_id': 'P', 'title': 'two\\nlines'}",
        "create_task | {'project_id': 'P', 'title': 'a\\u0000b'}",
        "create_task | {'project_id': 'P', 'title': 'x', 'description': 'a\\u0000b'}",
        "create_project | {'name': 'a\\nb', 'repos': [{'path': 'REPO'}]}",
        "create_project | {'name': 'x', 'repos': [{'path': 'REPO', 'name': 'a/b'}]}",
        "add_repo | {'project_id': 'P', 'path': 'REPO', 'name': '..'}",
        "add_repo | {'project_id': 'P', 'path': 'REPO', 'name': '.x'}",
        "follow_up | {'action': 'queue', 'attempt_id': 'P', 'prompt': 'a\\u0000b'}",
        "create_task | {'project_id': 'P', 'title': 7}",
        "create_task | {'project_id': 'not-a-uuid', 'title': 'x'}",
        "create_task | {'project_id': 'P', 'title': 'x', 'request_id': ''}",
        "create_project | {'name': '', 'repos': []}",
        "create_project | {'name': 'x', 'repos': [{'path': 'relative'}]}",
        "create_project | {'name': 'x', 'repos': [{'path': 'a\\u0000b'}]}",
        "create_project | {'name': 'x', 'repos': {}}",
        "list_tasks | {'project_id': 'P', 'status': 'later'}",
        "list_tasks | {'project_id': 'P', 'limit': 0}",
        "list_tasks | {'project_id': 'P', 'cursor': 'nonsense'}",
        "list_projects | {'limit': 'many'}",
        "follow_up | {'action': 'shout', 'attempt_id': 'P', 'prompt': 'x'}",
        "follow_up | {'action': 'send', 'attempt_id': 'P'}",
        "follow_up | {'action': 'queue', 'attempt_id': 'P', 'prompt': ' '}",
        "send_follow_up | {'task_id': 'P', 'prompt': null}",
        "get_attempt_status | {'attempt_id': 'P', 'wait_ms': -1}",
        "get_attempt_status | {'attempt_id': 'P', 'since_state': 'lost'}",
        "get_attempt_file | {'attempt_id': 'P', 'path': 'x', 'offset': 1, 'end_line': 2}",
        "get_attempt_patch | {'attempt_id': 'P', 'paths': 'x'}",
        "merge_attempt | {'attempt_id': 'P', 'strategy': 'octopus'}",
        "respond_approval | {'approval_id': 'P', 'decision': 'maybe'}",
        "stop_attempt | {'attempt_id': 'P', 'force': 'yes'}"
      })
  void arguments_that_cannot_be_used_are_invalid(String tool, String arguments) {
    var named =
        arguments
            .replace("'P'", "'" + project + "'")
            .replace("REPO", bench.repository().toString());
    assertThat(code(tool, named)).isEqualTo("invalid_argument");
  }

  @Test
  void a_title_is_one_line_that_people_can_read() {
    var longer = bench.client().fail("create_task", task("x".repeat(501)));
    assertThat(longer.path("message").asString())
        .isEqualTo("title has 501 characters, but at most 500 are allowed");
    var lines = bench.client().fail("create_task", task("a\\nb"));
    assertThat(lines.path("message").asString())
        .isEqualTo("title has the control character U+000A");
    assertThat(lines.path("hint").asString())
        .isEqualTo("Call create_task again with title in one line, without control characters");
    bench.client().call("create_task", task("x".repeat(500)));
  }

  @Test
  void a_tool_without_arguments_says_so() {
    assertThat(bench.client().fail("list_executors", "{'x': 1}").path("hint").asString())
        .isEqualTo("Remove x (it takes no arguments); then call list_executors again");
  }

  private static String task(String title) {
    return "{'project_id': '%s', 'title': '%s'}".formatted(project, title);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'action': 'send', 'prompt': 'x'}",
        "{'action': 'cancel'}",
        "{'action': 'send', 'attempt_id': 'ID', 'session_id': 'ID', 'prompt': 'x'}",
        "{'action': 'cancel', 'attempt_id': 'ID', 'session_id': 'ID'}",
        "{'attempt_id': 7, 'session_id': 8}",
        "{'action': 'send', 'attempt_id': null, 'prompt': 'x'}"
      })
  void a_follow_up_needs_exactly_one_target(String arguments) {
    assertThat(code("follow_up", arguments.replace("ID", ToolBench.MISSING)))
        .isEqualTo("ambiguous_target");
  }

  @Test
  void messages_need_exactly_one_target() {
    assertThat(code("tail_session_messages", "{}")).isEqualTo("ambiguous_target");
    assertThat(
            code(
                "tail_session_messages",
                "{'attempt_id': '%s', 'session_id': '%s'}"
                    .formatted(ToolBench.MISSING, ToolBench.MISSING)))
        .isEqualTo("ambiguous_target");
  }

  @ParameterizedTest
  @CsvSource({"tail_attempt_logs, after_entry_index", "tail_session_messages, after_message_index"})
  void paging_goes_one_way_at_a_time(String tool, String after) {
    var arguments = "{'attempt_id': '%s', 'cursor': %s, '%s': 2}";
    for (var cursor : List.of("1", "'wrong'")) {
      assertThat(code(tool, arguments.formatted(ToolBench.MISSING, cursor, after)))
          .isEqualTo("mixed_pagination");
    }
    assertThat(code(tool, arguments.formatted(ToolBench.MISSING, "null", after)))
        .isEqualTo("not_found");
  }

  @Test
  void an_unknown_field_is_refused_with_the_names_that_are_allowed() {
    for (var operation : Operations.of(bench.orchestrator())) {
      if (!operation.isTool()
          || operation.name().equals("get_context")
          || operation.name().equals("attach_image")
          || operation.tool().inputSchema().toString().contains("session_id")) {
        continue;
      }
      var failure = bench.client().fail(operation.name(), "{'workspace_id': 'x'}");
      assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
      assertThat(failure.path("details").toString()).contains("/workspace_id");
      for (var name : operation.tool().inputSchema().path("properties").propertyNames()) {
        assertThat(failure.path("hint").asString()).contains(name);
      }
    }
  }

  @Test
  void an_executor_that_nobody_knows_is_named() {
    var task = bench.task(project, "Try");
    var start = "{'task_id': '%s', 'executor': 'NOBODY'}".formatted(task);
    assertThat(code("start_task_attempt", start)).isEqualTo("executor_not_found");
  }
}
