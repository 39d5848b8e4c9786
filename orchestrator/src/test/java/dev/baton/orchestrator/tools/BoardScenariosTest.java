package dev.baton.orchestrator.tools;

import static dev.baton.orchestrator.tools.ToolBench.attemptId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.call.AttemptOwner;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The scenarios that the tools were specified with: what is on the board, and how it is named. */
class BoardScenariosTest {
  private static final List<String> SPECIFIED =
      List.of(
          "list_projects",
          "list_repos",
          "list_tasks",
          "list_task_attempts",
          "get_task",
          "create_task",
          "update_task",
          "delete_task",
          "start_task_attempt",
          "follow_up",
          "get_attempt_status",
          "tail_attempt_logs",
          "get_attempt_changes",
          "list_executors",
          "stop_attempt",
          "tail_session_messages",
          "get_attempt_file",
          "get_attempt_patch");

  @TempDir static Path directory;
  static ToolBench bench;

  @BeforeAll
  static void open() throws Exception {
    bench = new ToolBench(directory, new AttemptLimits(16, 1));
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  @SuppressWarnings("AnnotateFormatMethod") // why: the annotation is in no library that we have
  private static ObjectNode call(String tool, String arguments, Object... values) {
    return bench.client().call(tool, arguments.formatted(values));
  }

  private static Stream<JsonNode> tools() {
    return bench.client().request("tools/list", "{}").result().path("tools").valueStream();
  }

  private static JsonNode tool(String name) {
    return tools()
        .filter(tool -> tool.path("name").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A project whose task was attempted, and whose next attempt waits because another one runs. */
  private record Waiting(String project, String running, String task, String attempt) {
    static Waiting make() {
      var project = bench.project();
      var running =
          bench
              .client()
              .call("start_task_attempt", ToolBench.start(bench.task(project, "First"), "hang"))
              .path("attempt_id")
              .asString();
      var task = bench.task(project, "Second");
      var waiting = bench.client().call("start_task_attempt", ToolBench.start(task, "say late"));
      return new Waiting(project, running, task, waiting.path("attempt_id").asString());
    }

    void end() {
      call("stop_attempt", "{'attempt_id': '%s'}", attempt);
      call("stop_attempt", "{'attempt_id': '%s', 'force': true}", running);
    }
  }

  @Test
  void tools_are_discoverable() {
    // why without get_context: it is listed only for those who are in a workspace
    assertThat(tools().map(tool -> tool.path("name").asString()))
        .containsAll(SPECIFIED)
        .doesNotContain("get_context");
  }

  @Test
  void attempt_id_is_usable_for_follow_up() {
    var attempt = bench.attempt("say first");
    var task = bench.awaitEnd(attempt).path("task_id").asString();
    var listed = call("list_task_attempts", "{'task_id': '%s'}", task);
    var id = listed.path("attempts").path(0).path("attempt_id").asString();
    var sent = call("follow_up", "{'action': 'send', 'attempt_id': '%s', 'prompt': 'say on'}", id);
    assertThat(sent.path("attempt_id").asString()).isEqualTo(id).isEqualTo(attempt);
    assertThat(bench.awaitEnd(id).path("state").asString()).isEqualTo("completed");
  }

  @Test
  void no_workspace_id_alias_in_mcp_schemas() {
    assertThat(tools())
        .allSatisfy(tool -> assertThat(tool.toString()).doesNotContain("workspace_id"));
    var attempt = bench.attempt("say hi");
    var status = bench.awaitEnd(attempt);
    var task = status.path("task_id").asString();
    assertThat(
            List.of(
                status,
                call("get_task", "{'task_id': '%s'}", task),
                call("list_task_attempts", "{'task_id': '%s'}", task),
                call("tail_attempt_logs", attemptId(attempt)),
                call("get_attempt_changes", attemptId(attempt))))
        .allSatisfy(answer -> assertThat(answer.toString()).doesNotContain("workspace_id"))
        .allSatisfy(BoardScenariosTest::assertFormats);
  }

  /** Identifiers are UUIDs and times RFC 3339 in UTC. */
  private static void assertFormats(JsonNode answer) {
    answer.forEachEntry(
        (name, value) -> {
          if (value.isString() && name.endsWith("_id")) {
            assertThat(UUID.fromString(value.asString())).hasToString(value.asString());
          }
          if (value.isString() && name.endsWith("_at")) {
            assertThat(value.asString()).endsWith("Z");
            assertThat(Instant.parse(value.asString())).isBefore(Instant.now().plusSeconds(5));
          }
          assertFormats(value);
        });
    if (answer.isArray()) {
      answer.forEach(BoardScenariosTest::assertFormats);
    }
  }

  @Test
  void task_list_includes_latest_attempt_info() {
    var project = bench.project();
    var task = bench.task(project, "Twice");
    var attempts = new ArrayList<String>();
    for (var script : List.of("say one", "exit 2")) {
      var started = bench.client().call("start_task_attempt", ToolBench.start(task, script));
      attempts.add(started.path("attempt_id").asString());
      bench.awaitEnd(attempts.getLast());
    }
    var session =
        call("get_attempt_status", attemptId(attempts.getLast())).path("latest_session_id");
    var listed = call("list_tasks", "{'project_id': '%s'}", project).path("tasks").path(0);
    assertThat(listed.path("latest_attempt_id").asString()).isEqualTo(attempts.getLast());
    assertThat(listed.path("latest_session_id")).isEqualTo(session);
    assertThat(listed.path("latest_session_executor").asString()).isEqualTo("FAKE_AGENT");
    assertThat(listed.path("latest_workspace_branch").asString()).startsWith("baton/");
    assertThat(listed.path("has_in_progress_attempt").asBoolean()).isFalse();
    assertThat(listed.path("last_attempt_failed").asBoolean()).isTrue();
  }

  @Test
  void attempts_returned_with_session_summary() {
    var attempt = bench.attempt("say hi");
    var status = bench.awaitEnd(attempt);
    var listed = call("list_task_attempts", "{'task_id': '%s'}", status.path("task_id").asString());
    assertThat(listed.path("attempts").path(0).propertyNames())
        .containsExactly(
            "attempt_id",
            "workspace_branch",
            "created_at",
            "updated_at",
            "latest_session_id",
            "latest_session_executor");
    assertThat(listed.path("latest_attempt_id").asString()).isEqualTo(attempt);
    assertThat(listed.path("latest_session_id")).isEqualTo(status.path("latest_session_id"));
  }

  @Test
  void attempt_has_no_sessions() {
    var waiting = Waiting.make();
    var listed = call("list_task_attempts", "{'task_id': '%s'}", waiting.task());
    assertThat(listed.path("latest_attempt_id").asString()).isEqualTo(waiting.attempt());
    assertThat(listed.path("latest_session_id").isNull()).isTrue();
    assertThat(listed.path("attempts").path(0).path("latest_session_id").isNull()).isTrue();
    waiting.end();
  }

  @Test
  void field_docs_are_present() {
    var tool = tool("list_task_attempts");
    assertThat(undocumented(tool.path("inputSchema"))).isEmpty();
    assertThat(undocumented(tool.path("outputSchema"))).isEmpty();
  }

  private static List<String> undocumented(JsonNode schema) {
    var found = new ArrayList<String>();
    schema
        .path("properties")
        .forEachEntry(
            (name, field) -> {
              if (field.path("description").asString("").isBlank() && !field.has("$ref")) {
                found.add(name);
              }
            });
    schema.forEach(part -> found.addAll(undocumented(part)));
    return found;
  }

  @Test
  void context_returns_unified_attempt_data() {
    var attempt = bench.attempt("say hi");
    var branch = bench.awaitEnd(attempt).path("workspace_branch");
    var owner = new AttemptOwner(UUID.fromString(attempt)).toTaskOwner();
    try (var agent = new MemoryClient(bench.server(), owner).modern("{}")) {
      var context = agent.call("get_context", "{}");
      assertThat(context.path("attempt_id").asString()).isEqualTo(attempt);
      assertThat(context.path("workspace_branch")).isEqualTo(branch);
      assertThat(context.path("project_name").asString()).isEqualTo("Demo");
      assertThat(context.path("task_status").asString()).isEqualTo("inreview");
    }
  }

  @Test
  void executor_identifiers_are_usable() {
    var available =
        call("list_executors", "{}")
            .path("executors")
            .valueStream()
            .filter(executor -> executor.path("available").asBoolean())
            .map(executor -> executor.path("executor").asString())
            .filter(executor -> executor.startsWith("FAKE"))
            .toList();
    assertThat(available).isNotEmpty();
    for (var executor : available) {
      var start = ToolBench.start(bench.task(bench.project(), "Try"), "say hi");
      var started = bench.client().call("start_task_attempt", start.put("executor", executor));
      assertThat(bench.awaitEnd(started.path("attempt_id").asString()).path("state").asString())
          .isEqualTo("completed");
    }
  }

  @Test
  void create_task_retry_returns_same_task_id() {
    var create =
        "{'project_id': '%s', 'title': 'Once', 'request_id': 'k'}".formatted(bench.project());
    assertThat(call("create_task", create)).isEqualTo(call("create_task", create));
  }

  @Test
  void start_task_attempt_retry_returns_same_attempt_id() {
    var start =
        ToolBench.start(bench.task(bench.project(), "Once"), "say hi").put("request_id", "retry");
    var first = bench.client().call("start_task_attempt", start);
    bench.awaitEnd(first.path("attempt_id").asString());
    assertThat(bench.client().call("start_task_attempt", start)).isEqualTo(first);
  }

  @Test
  void request_id_reuse_with_different_payload_is_rejected() {
    var create = "{'project_id': '%s', 'title': '%s', 'request_id': 'reused'}";
    var project = bench.project();
    call("create_task", create, project, "One");
    var refused = bench.client().fail("create_task", create.formatted(project, "Two"));
    assertThat(refused.path("code").asString()).isEqualTo("idempotency_conflict");
    assertThat(refused.path("hint").asString())
        .isEqualTo(
            "Call create_task again with a new request_id; the old one stays with the earlier call");
  }
}
