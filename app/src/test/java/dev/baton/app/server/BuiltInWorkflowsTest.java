package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workflows that come with Baton, in a server of the board, with the scripted agent. */
class BuiltInWorkflowsTest {
  private static final Pattern MERGE =
      Pattern.compile("call merge_attempt with \\{\"attempt_id\": ?\"([^\"]+)\"}");

  @TempDir private Path directory;

  @Test
  void deliver_task_shows_the_changes_and_hands_the_review_over() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var trace =
          board.run(
              "deliver_task",
              Json.object()
                  .put("project_id", board.project())
                  .put("title", "A file")
                  .put("description", "write b.txt hello")
                  .put("executor", "FAKE_AGENT"));

      assertThat(trace).anySatisfy(text -> assertThat(text).contains("Tool result", "b.txt"));
      assertThat(trace.getLast())
          .contains("follow_up", "\"action\": \"send\"", "Review the changes")
          .contains("\"prompt\": \"<for you to choose");
      var merge = MERGE.matcher(trace.getLast());
      assertThat(merge.find()).as(trace.getLast()).isTrue();
      assertThat(board.repository().resolve("b.txt")).doesNotExist();

      board.client().call("merge_attempt", Json.object().put("attempt_id", merge.group(1)));
      assertThat(board.repository().resolve("b.txt")).hasContent("hello\n");
    }
  }

  @Test
  void compare_executors_shows_what_each_changed_and_leaves_the_choice() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var trace =
          board.run(
              "compare_executors",
              Json.object()
                  .put("project_id", board.project())
                  .put("title", "A file")
                  .put("description", "write b.txt hello")
                  .put("first_executor", "FAKE_AGENT")
                  .put("second_executor", "FAKE_AGENT"));

      assertThat(trace)
          .filteredOn(text -> text.startsWith("Tool result") && text.contains("\"b.txt\""))
          .hasSize(2);
      assertThat(trace.getLast())
          .contains("call merge_attempt", "Compare both with get_attempt_patch");
    }
  }

  @Test
  void compare_executors_shows_one_agent_if_the_other_is_not_there() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var trace =
          board.run(
              "compare_executors",
              Json.object()
                  .put("project_id", board.project())
                  .put("title", "A file")
                  .put("description", "write b.txt hello")
                  .put("first_executor", "FAKE_AGENT")
                  .put("second_executor", "NO_SUCH_AGENT"));

      assertThat(trace)
          .filteredOn(text -> text.startsWith("Tool result") && text.contains("\"b.txt\""))
          .hasSize(1);
      assertThat(trace.getLast()).contains("start_second", "NO_SUCH_AGENT");
    }
  }

  @Test
  void triage_failures_reads_every_error_and_proposes_a_follow_up_for_each() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var one = board.attempt("One", "exit 3");
      var good = board.attempt("Good", "write b.txt hello");
      var two = board.attempt("Two", "exit 4");

      var trace = board.run("triage_failures", Json.object().put("project_id", board.project()));

      assertThat(trace)
          .filteredOn(text -> text.startsWith("Tool result") && text.contains("failure_summary"))
          .hasSize(2);
      assertThat(trace.getLast())
          .contains(one, two, "Your last turn failed", "3", "4", "fix it, and finish the task")
          .doesNotContain(good);
      assertThat(Pattern.compile("call follow_up with").matcher(trace.getLast()).results())
          .hasSize(2);
    }
  }

  @Test
  void triage_failures_of_a_project_without_failures_completes() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Good", "write b.txt hello");

      var report =
          board
              .client()
              .call("run_triage_failures", Json.object().put("project_id", board.project()));

      assertThat(report.path("status").asString("")).isEqualTo("completed");
      assertThat(report.path("handoff").isNull()).isTrue();
    }
  }

  @Test
  void a_server_of_the_core_tools_has_none_of_them() throws Exception {
    try (var board = BoardFixture.withCoreToolsOnly(directory)) {
      var tools = board.client().request("tools/list", Json.object()).path("tools");

      assertThat(tools.valueStream().map(tool -> tool.path("name").asString("")))
          .contains("create_task")
          .noneMatch(name -> name.startsWith("run_") || name.startsWith("workflow_"));
      assertThat(board.client().request("prompts/list", Json.object()).path("prompts")).isEmpty();
    }
  }

  @Test
  void the_command_line_lists_and_runs_them() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("One", "exit 3");
      var data = board.data().toString();

      var listed = Cli.run("workflow", "list", "--data-dir", data);
      assertThat(listed.code()).as(listed.err()).isZero();
      assertThat(listed.out())
          .contains("deliver_task", "compare_executors", "triage_failures", "[description]");

      var ran =
          Cli.run(
              "workflow",
              "run",
              "triage_failures",
              "project_id=" + board.project(),
              "--data-dir",
              data);
      // something is left to do: the run hands off
      assertThat(ran.code()).as(ran.err()).isEqualTo(4);
      assertThat(ran.out())
          .containsSubsequence(
              "[user]",
              "I want to find the attempts",
              "[assistant]",
              "Here's my plan",
              "Tool result",
              "call follow_up with");
      refuse(data);
    }
  }

  private static void refuse(String data) throws IOException {
    var without = Cli.run("workflow", "run", "triage_failures", "--data-dir", data);
    assertThat(without.code()).isEqualTo(1);
    assertThat(without.err()).contains("project_id");

    var wrong = Cli.run("workflow", "run", "triage_failures", "project", "--data-dir", data);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("'project' is no argument of a workflow: write KEY=VALUE.");

    var json = Cli.run("workflow", "list", "--json", "--data-dir", data);
    assertThat(Json.parseObject(json.out()).path("workflows")).hasSize(3);
  }
}
