package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Rules that no schema says: they name the argument, the tool and what to do. */
@Tag("slow")
class ArgumentRulesTest {
  @TempDir static Path directory;
  static ToolBench bench;
  static String project;
  static String task;
  static String attempt;
  static String repo;

  @BeforeAll
  static void open() throws Exception {
    bench = new ToolBench(directory);
    project = bench.project();
    task = bench.task(project, "Do it");
    repo =
        bench
            .client()
            .call("list_repos", "{'project_id': '%s'}".formatted(project))
            .path("repos")
            .path(0)
            .path("repo_id")
            .asString();
    attempt =
        bench
            .client()
            .call("start_task_attempt", ToolBench.start(task, "write a.txt x"))
            .path("attempt_id")
            .asString();
    bench.awaitEnd(attempt);
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  private static String named(String arguments) {
    return arguments
        .replace("'P'", "'" + project + "'")
        .replace("'T'", "'" + task + "'")
        .replace("'A'", "'" + attempt + "'")
        .replace("'R'", "'" + repo + "'")
        .replace("TOP", bench.repository().toString())
        .replace("LONG", "x".repeat(501))
        .replace("DEEP", "x/".repeat(2_500));
  }

  private static ObjectNode fail(String tool, String arguments) {
    return bench.client().fail(tool, named(arguments));
  }

  private static ObjectNode call(String tool, String arguments) {
    return bench.client().call(tool, named(arguments));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "list_tasks | {'project_id': 'P', 'limit': 0} | /limit",
        "list_projects | {'limit': -1000000000000000000000} | /limit",
        "list_projects | {'cursor': 'nonsense'} | /cursor",
        "get_attempt_status | {'attempt_id': 'A', 'wait_ms': -1} | /wait_ms",
        "tail_attempt_logs | {'attempt_id': 'A', 'wait_ms': -1} | /wait_ms",
        "get_attempt_file | {'attempt_id': 'A', 'path': 'a.txt', 'start_line': 0} | /start_line",
        "get_attempt_file | {'attempt_id': 'A', 'path': 'a.txt', 'end_line': 0} | /end_line",
        "get_attempt_file | {'attempt_id': 'A', 'path': 'a.txt', 'offset': -1} | /offset",
        "get_attempt_file | {'attempt_id': 'A', 'path': 'a', 'offset': 1, 'start_line': 2}|"
            + " /offset",
        "get_attempt_file | {'attempt_id': 'A', 'path': 'a.txt', 'max_bytes': 3} | /max_bytes",
        "get_attempt_patch | {'attempt_id': 'A', 'paths': ['a.txt'], 'max_bytes': 3} | /max_bytes",
        "get_attempt_patch | {'attempt_id': 'A', 'paths': []} | /paths",
        "create_task | {'project_id': 'P', 'title': 'x', 'request_id': ''} | /request_id",
        "create_task | {'project_id': 'P', 'title': 'x', 'request_id': 'LONG'} | /request_id",
        "create_task | {'project_id': 'P', 'title': ' '} | /title",
        "create_task | {'project_id': 'P', 'title': 'LONG'} | /title",
        "update_task | {'task_id': 'T', 'title': 'a\\tb'} | /title",
        "create_project | {'name': 'LONG', 'repos': []} | /name",
        "create_project | {'name': 'x', 'repos': [{'path': 'TOP'}, {'path': 'b'}]} | /repos/1/path",
        "create_project | {'name': 'x', 'repos': [{'path': 'TOP', 'name': '.x'}]} | /repos/0/name",
        "create_project | {'name': 'x', 'repos': [{'path': 'TOP'}, {'path': 'TOP'}],"
            + " 'allow_shared': true}|/repos/1/path",
        "add_repo | {'project_id': 'P', 'path': 'relative'} | /path",
        "add_repo | {'project_id': 'P', 'path': '/DEEP'} | /path",
        "add_repo | {'project_id': 'P', 'path': 'TOP/.git'} | /path",
        "send_follow_up | {'task_id': 'T', 'prompt': ' '} | /prompt",
        "send_follow_up | {'task_id': 'T', 'prompt': 'x', 'variant': 'NO_SUCH'} | /variant",
        "follow_up | {'action': 'send', 'attempt_id': 'A', 'queued_id': 'A', 'prompt': 'x'} |"
            + " /prompt",
        "follow_up | {'action': 'send', 'attempt_id': 'A', 'queued_id': 'A', 'model': 'x'} |"
            + " /model",
        "follow_up | {'action': 'queue', 'attempt_id': 'A', 'queued_id': 'A', 'prompt': 'x'} |"
            + " /queued_id",
        "follow_up | {'action': 'cancel', 'attempt_id': 'A', 'prompt': 'x'} | /prompt",
        "follow_up | {'action': 'cancel', 'attempt_id': 'A', 'images': ['A']} | /images",
        "follow_up | {'action': 'cancel', 'attempt_id': 'A', 'request_id': 'x'} | /request_id",
        "start_task_attempt | {'task_id': 'T', 'executor': 'FAKE_AGENT', 'repos': [{'repo_id': 'R',"
            + " 'target_branch': 'main'}, {'repo_id': 'R', 'target_branch': 'main'}]} |"
            + " /repos/1/repo_id"
      })
  void a_broken_rule_names_the_argument_and_the_tool(String tool, String arguments, String path) {
    var failure = fail(tool, arguments);
    assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
    var problem = failure.path("details").path("problems").path(0);
    assertThat(problem.path("path").asString()).isEqualTo(path);
    assertThat(problem.path("message").asString()).isNotBlank();
    assertThat(failure.path("hint").asString())
        .contains(tool)
        .contains(path.substring(path.lastIndexOf('/') + 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "create_task | {'project_id': 'P', 'title': 'aXb'} | /title",
        "create_task | {'project_id': 'P', 'title': 'x', 'description': 'aXb'} | /description",
        "create_task | {'project_id': 'P', 'title': 'x', 'request_id': 'aXb'} | /request_id",
        "start_task_attempt | {'task_id': 'T', 'executor': 'FAKE_AGENT', 'repos': [{'repo_id': 'R',"
            + " 'target_branch': 'aXb'}]} | /repos/0/target_branch",
        "start_task_attempt | {'task_id': 'T', 'executor': 'aXb'} | /executor",
        "send_follow_up | {'task_id': 'T', 'prompt': 'aXb'} | /prompt",
        "merge_attempt | {'attempt_id': 'A', 'message': 'aXb'} | /message",
        "respond_approval | {'approval_id': 'A', 'decision': 'deny', 'reason': 'aXb'} | /reason",
        "get_attempt_file | {'attempt_id': 'A', 'path': 'aXb'} | /path",
        "get_attempt_patch | {'attempt_id': 'A', 'paths': ['a.txt', 'aXb']} | /paths/1"
      })
  void characters_that_nothing_can_store_are_refused(String tool, String arguments, String path) {
    for (var bad : new String[] {"\\u0000", "\\ud800", "\\udc00"}) {
      var failure = fail(tool, arguments.replace("aXb", "a" + bad + "b"));
      assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
      assertThat(failure.path("details").path("problems").path(0).path("path").asString())
          .isEqualTo(path);
    }
  }

  @Test
  void whole_pairs_are_characters_and_count_as_one() {
    var face = "\uD83D\uDE00";
    var create = "{'project_id': 'P', 'title': '%s', 'request_id': '%s'}";
    var made = call("create_task", create.formatted(face.repeat(500), face.repeat(128)));
    assertThat(made.path("title").asString()).isEqualTo(face.repeat(500));
    assertThat(
            fail("create_task", create.formatted("x", face.repeat(129))).path("message").asString())
        .isEqualTo("request_id has 129 characters, but 1 to 128 are allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list_projects", "tail_attempt_logs", "get_attempt_status"})
  void numbers_beyond_all_bounds_are_cut_to_the_cap(String tool) {
    var huge = "123456789012345678901234567890";
    switch (tool) {
      case "list_projects" -> call(tool, "{'limit': %s}".formatted(huge));
      case "tail_attempt_logs" ->
          call(tool, "{'attempt_id': 'A', 'limit': %s, 'cursor': %s}".formatted(huge, huge));
      default ->
          call(
              tool, "{'attempt_id': 'A', 'wait_ms': %s, 'since_state': 'running'}".formatted(huge));
    }
    assertThat(
            call(
                    "get_attempt_file",
                    "{'attempt_id': 'A', 'path': 'a.txt', 'max_bytes': %s}".formatted(huge))
                .path("blocked_reason")
                .asString())
        .isEqualTo("size_exceeded");
  }

  @Test
  void what_is_quoted_back_is_cut() {
    var endless = "x".repeat(100_000);
    var failure = fail("list_projects", "{'cursor': '%s'}".formatted(endless));
    assertThat(failure.toString().length()).isLessThan(4_000);
    assertThat(failure.path("message").asString()).endsWith("x' is no cursor of this list");
    var unknown = fail("list_projects", "{'%s': 1}".formatted("x".repeat(40_000)));
    assertThat(unknown.toString().length()).isLessThan(5_000);
    var file = call("get_attempt_file", "{'attempt_id': 'A', 'path': '../%s'}".formatted(endless));
    assertThat(file.path("hint").asString().length()).isBetween(100, 1_000);
    var patch =
        call(
            "get_attempt_patch",
            "{'attempt_id': 'A', 'paths': ['a.txt', '%s']}".formatted(endless));
    assertThat(patch.path("hint").asString().length()).isBetween(100, 1_000);
  }

  @Test
  void a_cursor_is_good_for_its_own_list_alone() {
    var other = bench.project();
    for (var title : new String[] {"One", "Two"}) {
      bench.task(other, title);
    }
    var list = "{'project_id': '%s', 'limit': 1, 'cursor': '%s'}";
    var first =
        call("list_tasks", "{'project_id': '%s', 'limit': 1}".formatted(other))
            .path("next_cursor")
            .asString();
    assertThat(call("list_tasks", list.formatted(other, first)).path("count").asInt()).isOne();
    assertThat(fail("list_tasks", list.formatted(project, first)).path("code").asString())
        .isEqualTo("invalid_argument");
    assertThat(fail("list_projects", "{'cursor': '%s'}".formatted(first)).path("hint").asString())
        .isEqualTo(
            "Call list_projects again with next_cursor of the page before, as it is, in cursor, or"
                + " without cursor to begin anew");
  }

  @Test
  void a_branch_that_is_not_there_is_answered_with_those_to_begin_from() throws Exception {
    for (int index = 0; index < 12; index++) {
      TestRepository.git(bench.repository(), "branch", "baton/0000000%x-old".formatted(index));
    }
    TestRepository.git(bench.repository(), "branch", "another");
    var failure =
        fail(
            "start_task_attempt",
            "{'task_id': 'T', 'executor': 'FAKE_AGENT', 'repos': [{'repo_id': 'R',"
                + " 'target_branch': 'mian'}]}");
    assertThat(failure.path("code").asString()).isEqualTo("not_found");
    assertThat(failure.path("hint").asString())
        .isEqualTo(
            "Call start_task_attempt again with one of its branches in repos[].target_branch"
                + " (main, another); list_repos shows the default_branch of each repo");
  }

  @Test
  void a_repo_that_the_attempt_does_not_work_on_is_answered_with_those_that_it_has() {
    var failure =
        fail("merge_attempt", "{'attempt_id': 'A', 'repo_id': '%s'}".formatted(ToolBench.MISSING));
    assertThat(failure.path("code").asString()).isEqualTo("not_found");
    assertThat(failure.path("message").asString())
        .isEqualTo("Attempt %s does not work on repo %s".formatted(attempt, ToolBench.MISSING));
    assertThat(failure.path("hint").asString())
        .isEqualTo(
            "Call merge_attempt again with a repo_id of the attempt (repo is %s), or without"
                    .formatted(repo)
                + " repo_id");
  }

  @Test
  void a_request_in_other_words_is_the_same_request() {
    var plain = call("create_task", "{'project_id': 'P', 'title': 'x', 'request_id': 'k1'}");
    var empty =
        call(
            "create_task",
            "{'project_id': 'P', 'title': 'x', 'description': '', 'request_id': 'k1'}");
    assertThat(empty).isEqualTo(plain);
    var start = "{'task_id': 'T', 'executor': 'FAKE_AGENT', 'request_id': '%s'%s}";
    var spelledOut = ", 'variant': 'DEFAULT', 'repos': [{'repo_id': 'R', 'target_branch': 'main'}]";
    for (var key : new String[] {"k2", "k3"}) {
      var first = key.equals("k2") ? "" : spelledOut;
      var second = key.equals("k2") ? spelledOut : "";
      var one = call("start_task_attempt", start.formatted(key, first));
      assertThat(call("start_task_attempt", start.formatted(key, second))).isEqualTo(one);
      bench.awaitEnd(one.path("attempt_id").asString());
    }
    assertThat(
            fail("start_task_attempt", start.formatted("k2", ", 'variant': 'PLAN'"))
                .path("code")
                .asString())
        .isEqualTo("idempotency_conflict");
  }

  @Test
  void a_message_in_the_default_variant_is_the_same_with_its_name_and_without() {
    var attempt = bench.attempt("say first");
    var task = bench.awaitEnd(attempt).path("task_id").asString();
    var send = "{'action': 'send', 'attempt_id': '%s'".formatted(attempt);
    var queue = "{'action': 'queue', 'attempt_id': '%s'".formatted(attempt);
    var toTask = "{'task_id': '%s'".formatted(task);
    var number = 0;
    for (var call :
        List.of(
            List.of("follow_up", send),
            List.of("follow_up", queue),
            List.of("send_follow_up", toTask))) {
      for (var first : List.of("", ", 'variant': 'DEFAULT'")) {
        var arguments =
            "%s, 'prompt': 'say more', 'request_id': 'same%d'".formatted(call.get(1), ++number);
        var second = first.isEmpty() ? ", 'variant': 'DEFAULT'" : "";
        var one = call(call.get(0), arguments + first + "}");
        assertThat(call(call.get(0), arguments + second + "}")).isEqualTo(one);
        assertThat(fail(call.get(0), arguments + ", 'variant': 'PLAN'}").path("code").asString())
            .isEqualTo("idempotency_conflict");
        bench.awaitEnd(attempt);
      }
    }
  }

  @Test
  void a_long_text_of_an_agent_is_stored_in_pieces_that_say_so() {
    var talk =
        bench
            .client()
            .call("start_task_attempt", ToolBench.start(task, "lines 1 150000"))
            .path("attempt_id")
            .asString();
    bench.awaitEnd(talk);
    var text = new StringBuilder();
    var after = -1L;
    for (var more = true; more; ) {
      var page =
          bench
              .client()
              .call(
                  "tail_attempt_logs",
                  "{'attempt_id': '%s', 'after_entry_index': %d, 'limit': 100}"
                      .formatted(talk, after));
      for (var entry : page.path("entries")) {
        after = entry.path("entry_index").asLong();
        var content = entry.path("content").asString();
        if (entry.path("type").asString().equals("system_message")
            && (content.startsWith("line 1") || !text.isEmpty())) {
          assertThat(content.length()).isLessThanOrEqualTo(64 * 1024);
          text.append(content);
          if (!entry.path("continues").asBoolean(false)) {
            assertThat(text).hasSize(150_000);
            return;
          }
        }
      }
      more = page.path("has_more").asBoolean(false);
    }
    Assertions.fail("The text of %d characters has no end", text.length());
  }

  @Test
  void what_nobody_expected_is_an_answer_too() {
    var broken =
        BatonTool.named("broken", ListExecutors.Request.class, ListExecutors.Response.class)
            .description("Fails")
            .handler(
                new OperationHandler<>(
                    bench::orchestrator,
                    (_, _, _) -> {
                      throw new IllegalStateException("a secret");
                    }));
    try (var server = McpServer.named("test", "1").tool(broken).build();
        var client = new MemoryClient(server, TaskOwner.LOCAL).modern("{}")) {
      var failure = client.fail("broken", "{}");
      assertThat(failure.path("code").asString()).isEqualTo("internal");
      assertThat(failure.path("message").asString())
          .isEqualTo("The call failed inside the server; its log says why");
    }
  }
}
