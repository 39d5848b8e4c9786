package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an agent leaves that fails after it has written is merged by no workflow. */
@Tag("slow")
class FailedWorkTest {
  private static final String BROKEN = "write broken.txt BROKEN\nexit 3";

  @TempDir private Path directory;

  private static ObjectNode arguments(BoardFixture board) {
    return Json.object()
        .put("project_id", board.project())
        .put("title", "A file")
        .put("description", BROKEN);
  }

  private static JsonNode resume(BoardFixture board, String task, String inputs)
      throws IOException, InterruptedException {
    var request = Json.object().put("task_id", task);
    request.set("inputs", Json.parseObject(inputs));
    return board.client().call("workflow_resume", request);
  }

  private static void assertNothingMerged(BoardFixture board)
      throws IOException, InterruptedException {
    assertThat(board.repository().resolve("broken.txt")).doesNotExist();
    var tasks = board.client().call("list_tasks", Json.object().put("project_id", board.project()));
    assertThat(tasks.path("tasks")).isNotEmpty();
    assertThat(tasks.path("tasks").valueStream().map(task -> task.path("status").asString("")))
        .doesNotContain("done");
  }

  private void writeWorkflow(String merge) throws IOException {
    var folder = Files.createDirectories(directory.resolve("data/workflows"));
    Files.writeString(
        folder.resolve("land.yaml"),
        """
        name: land
        description: Do a task and merge it
        durable: true
        arguments: [{name: project_id}, {name: title}, {name: description}]
        steps:
          - name: create
            tool: create_task
            args:
              project_id: {from_arg: project_id}
              title: {from_arg: title}
              description: {from_arg: description}
          - name: start
            tool: start_task_attempt
            args: {task_id: {from_step: create, field: task_id}, executor: FAKE_AGENT}
          - name: status
            tool: get_attempt_status
            args:
              attempt_id: {from_step: start, field: attempt_id}
              wait_ms: 45000
              since_state: running
          - name: merge
            tool: merge_attempt
            args: {attempt_id: {from_step: start, field: attempt_id}}
        """
            + merge.indent(4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "auto_run: true",
        "require: [{from_step: status, field: state, equals: completed}]",
        "auto_run: true\nrequire: [{from_step: status, field: state, not_equals: failed}]"
      })
  void a_workflow_of_its_user_does_not_merge_it(String merge) throws Exception {
    writeWorkflow(merge);
    try (var board = BoardFixture.in(directory)) {
      var trace = board.run("land", arguments(board));
      assertThat(trace.getLast()).contains("'merge'");
      assertNothingMerged(board);

      var report = board.client().call("run_land", arguments(board));
      assertThat(report.path("status").asString("")).isEqualTo("paused");
      assertNothingMerged(board);

      var task = report.path("task_id").asString("");
      var again = resume(board, task, "{}");
      var named = resume(board, task, "{\"merge\": {}}");
      assertThat(again.path("status").asString("")).isEqualTo("working");
      assertThat(named.path("status").asString("")).isEqualTo("working");
      assertThat(named.path("handoff").asString(""))
          .contains(
              merge.contains("require") ? "it requires that 'status.state'" : "The last turn of");
      assertNothingMerged(board);

      var ran =
          Cli.run(
              "workflow",
              "run",
              "land",
              "project_id=" + board.project(),
              "title=A file",
              "description=" + BROKEN,
              "--data-dir",
              board.data().toString());
      assertThat(ran.out()).contains("'merge'");
      assertNothingMerged(board);
    }
  }

  @Test
  void a_resume_goes_on_when_the_agent_has_mended_it() throws Exception {
    writeWorkflow("require: [{from_step: status, field: state, equals: completed}]");
    try (var board = BoardFixture.in(directory)) {
      var report = board.client().call("run_land", arguments(board));
      var attempt = started(board, report, "start");
      board
          .client()
          .call(
              "follow_up",
              Json.object()
                  .put("action", "send")
                  .put("attempt_id", attempt)
                  .put("prompt", "write broken.txt mended"));

      var resumed = resume(board, report.path("task_id").asString(""), "{\"merge\": {}}");

      assertThat(resumed.path("status").asString("")).isEqualTo("completed");
      assertThat(board.repository().resolve("broken.txt")).hasContent("mended\n");
    }
  }

  @Test
  void deliver_task_does_not_merge_it() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var arguments = arguments(board).put("executor", "FAKE_AGENT");
      board.run("deliver_task", arguments);
      var task = board.client().call("run_deliver_task", arguments).path("task_id").asString("");

      resume(board, task, "{\"merge\": {}}");
      var resumed =
          resume(
              board,
              task,
              "{\"revise\": {\"prompt\": \"write broken.txt AGAIN\\nexit 4\"}, \"merge\": {}}");

      assertThat(resumed.path("status").asString("")).isEqualTo("working");
      assertThat(resumed.path("handoff").asString(""))
          .contains(
              "Cannot proceed with step 'merge': it requires that 'check.state' is \"completed\","
                  + " but it is \"failed\".");
      assertNothingMerged(board);
    }
  }

  @Test
  void deliver_task_merges_what_needs_no_revision() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var arguments =
          arguments(board).put("executor", "FAKE_AGENT").put("description", "write good.txt good");
      var task = board.client().call("run_deliver_task", arguments).path("task_id").asString("");

      var resumed = resume(board, task, "{\"merge\": {}}");

      assertThat(resumed.path("status").asString("")).isEqualTo("completed");
      assertThat(resumed.path("steps").valueStream())
          .extracting(step -> step.path("status").asString(""))
          .containsExactly(
              "completed",
              "completed",
              "completed",
              "completed",
              "skipped",
              "completed",
              "completed");
      assertThat(board.repository().resolve("good.txt")).hasContent("good\n");
    }
  }

  @Test
  void compare_executors_does_not_merge_it() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var report =
          board
              .client()
              .call(
                  "run_compare_executors",
                  arguments(board)
                      .put("first_executor", "FAKE_AGENT")
                      .put("second_executor", "FAKE_AGENT"));
      var attempt = started(board, report, "start_first");

      var resumed =
          resume(
              board,
              report.path("task_id").asString(""),
              "{\"choice\": {\"attempt_id\": \"%s\"}, \"merge\": {}}".formatted(attempt));

      assertThat(resumed.path("handoff").asString(""))
          .contains("it requires that 'choice.state' is \"completed\", but it is \"failed\"");
      assertNothingMerged(board);
    }
  }

  /** The attempt that a step of a run has started. */
  private static String started(BoardFixture board, JsonNode report, String step) throws Exception {
    var task = Json.object().put("task_id", report.path("task_id").asString(""));
    return board
        .client()
        .call("workflow_status", task)
        .path("steps")
        .valueStream()
        .filter(entry -> entry.path("name").asString("").equals(step))
        .findFirst()
        .orElseThrow()
        .path("result")
        .path("attempt_id")
        .asString("");
  }
}
