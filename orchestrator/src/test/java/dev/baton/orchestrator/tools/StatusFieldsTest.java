package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What get_attempt_status says beside the state: where, by whom, and what was refused. */
class StatusFieldsTest {
  /** The fields of {@code get_attempt_status}, in order; all are always there. */
  static final List<String> FIELDS =
      List.of(
          "attempt_id",
          "task_id",
          "workspace_branch",
          "created_at",
          "updated_at",
          "latest_session_id",
          "latest_execution_process_id",
          "latest_process",
          "state",
          "last_activity_at",
          "failure_summary",
          "needs_input",
          "queue_length",
          "queue_held",
          "waiting",
          "node",
          "denied",
          "denied_summary",
          "workspace_path",
          "pending_approvals",
          "usage",
          "budget",
          "sessions",
          "pull_requests",
          "reviewer_comments");

  @TempDir Path directory;

  private static ObjectNode status(ToolBench bench, String attempt) {
    return bench.client().call("get_attempt_status", ToolBench.attemptId(attempt));
  }

  private static Path workspace(ObjectNode status) {
    return Path.of(status.path("workspace_path").asString());
  }

  @Test
  void all_fields_are_always_there() throws Exception {
    try (var bench = new ToolBench(directory)) {
      var status = bench.awaitEnd(bench.attempt("say hello"));
      assertThat(status.propertyNames()).containsExactlyElementsOf(FIELDS);
      assertThat(status.path("denied").asInt(-1)).isZero();
      assertThat(status.path("denied_summary").isNull()).isTrue();
    }
  }

  @Test
  void the_workspace_is_where_the_agent_works_with_one_repo_and_with_two() throws Exception {
    try (var bench = new ToolBench(directory)) {
      var one = bench.awaitEnd(bench.attempt("write made.txt here"));
      assertThat(workspace(one).resolve("made.txt")).hasContent("here");
      assertThat(workspace(one).resolve("README.md")).exists();

      var project = bench.project();
      bench
          .client()
          .call(
              "add_repo",
              "{'project_id': '%s', 'path': '%s'}"
                  .formatted(project, bench.makeRepository("second")));
      var start = ToolBench.start(bench.task(project, "Both"), "write repo/made.txt here");
      bench
          .client()
          .call("list_repos", "{'project_id': '%s'}".formatted(project))
          .path("repos")
          .forEach(
              repo ->
                  start
                      .withArray("repos")
                      .addObject()
                      .put("repo_id", repo.path("repo_id").asString())
                      .put("target_branch", "main"));
      var two =
          bench.awaitEnd(
              bench.client().call("start_task_attempt", start).path("attempt_id").asString());
      assertThat(workspace(two).resolve("repo/made.txt")).hasContent("here");
      assertThat(workspace(two).resolve("second/README.md")).exists();
    }
  }

  @Test
  void the_server_is_named_while_it_drives_the_attempt() throws Exception {
    try (var bench = new ToolBench(directory, new AttemptLimits(1, 1))) {
      var running = bench.attempt("hang");
      assertThat(status(bench, running).path("node").asString())
          .endsWith(directory.resolve("data").toRealPath().toString());
      var waiting = status(bench, bench.attempt("say later"));
      assertThat(waiting.path("state").asString()).isEqualTo("idle");
      assertThat(waiting.path("node").isNull()).isTrue();
      assertThat(workspace(waiting)).isAbsolute();

      bench.client().call("stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(running));
      assertThat(status(bench, running).path("node").isNull()).isTrue();
      bench.awaitEnd(waiting.path("attempt_id").asString());
    }
  }

  @Test
  void what_was_refused_is_counted_for_the_last_turn() throws Exception {
    try (var bench = new ToolBench(directory)) {
      var start =
          ToolBench.start(bench.task(bench.project(), "Ask"), "ask May I run it?", "ask Or this?")
              .put("variant", "APPROVALS");
      var attempt = bench.client().call("start_task_attempt", start).path("attempt_id").asString();
      for (var round = 0; round < 2; round++) {
        var asking =
            bench
                .client()
                .call(
                    "get_attempt_status",
                    "{'attempt_id': '%s', 'wait_ms': 20000, 'since_state': 'running'}"
                        .formatted(attempt));
        bench
            .client()
            .call(
                "respond_approval",
                "{'approval_id': '%s', 'decision': 'deny', 'reason': 'not today'}"
                    .formatted(
                        asking.path("pending_approvals").path(0).path("approval_id").asString()));
      }

      var status = bench.awaitEnd(attempt);
      assertThat(status.path("state").asString()).isEqualTo("completed");
      assertThat(status.path("denied").asInt()).isEqualTo(2);
      assertThat(status.path("denied_summary").asString()).contains("Or this?");

      bench
          .client()
          .call(
              "follow_up",
              "{'action': 'send', 'attempt_id': '%s', 'prompt': 'say on'}".formatted(attempt));
      var next = bench.awaitEnd(attempt);
      assertThat(next.path("denied").asInt(-1)).isZero();
      assertThat(next.path("denied_summary").isNull()).isTrue();
    }
  }
}
