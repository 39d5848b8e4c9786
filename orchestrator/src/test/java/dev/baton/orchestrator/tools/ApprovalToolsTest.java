package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Questions of agents, answered by a tool, by a form, and in a task. */
class ApprovalToolsTest {
  private static final String DENY =
      "{'action': 'accept', 'content': {'decision': 'deny', 'reason': 'too risky'}}";

  @TempDir Path directory;
  @AutoClose ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
  }

  private ObjectNode asking() {
    return asking("say over");
  }

  private ObjectNode asking(String next) {
    return ToolBench.start(bench.task(bench.project(), "Ask"), "ask May I?", next)
        .put("variant", "APPROVALS");
  }

  private static ObjectNode waiting(String attempt) {
    return TestClient.json(
        "{'attempt_id': '%s', 'wait_ms': 20000, 'since_state': 'running'}".formatted(attempt));
  }

  private String said(String attempt) {
    bench.awaitEnd(attempt);
    return bench
        .client()
        .call("tail_session_messages", "{'attempt_id': '%s'}".formatted(attempt))
        .toString();
  }

  @Test
  void a_client_without_forms_sees_the_question_and_answers_with_the_tool() {
    var attempt = bench.client().call("start_task_attempt", asking()).path("attempt_id").asString();
    var status = bench.client().call("get_attempt_status", waiting(attempt));
    assertThat(status.path("needs_input").asBoolean()).isTrue();
    var pending = status.path("pending_approvals").path(0);
    assertThat(pending.propertyNames())
        .containsExactly("approval_id", "tool_name", "summary", "requested_at", "expires_at");
    var id = pending.path("approval_id").asString();
    var answer = "{'approval_id': '%s', 'decision': 'deny', 'reason': 'not today'}".formatted(id);
    assertThat(bench.client().call("respond_approval", answer))
        .isEqualTo(
            TestClient.json(
                "{'approval_id': '%s', 'attempt_id': '%s', 'decision': 'deny'}"
                    .formatted(id, attempt)));
    assertThat(said(attempt)).contains("denied: not today", "over");
    assertThat(bench.client().fail("respond_approval", answer).path("code").asString())
        .isEqualTo("already_done");
  }

  @Test
  void an_older_client_that_can_show_forms_is_asked_while_it_waits() {
    try (var client =
        new MemoryClient(bench.server(), TaskOwner.LOCAL, question -> TestClient.json(DENY))
            .legacy("2025-11-25", ToolBench.ASKABLE)) {
      var attempt = client.call("start_task_attempt", asking()).path("attempt_id").asString();
      var status = client.call("get_attempt_status", waiting(attempt));
      assertThat(status.path("pending_approvals").size()).isZero();
      assertThat(said(attempt)).contains("denied: too risky");
    }
  }

  @Test
  void a_form_that_nobody_fills_in_leaves_the_question_open() {
    try (var client =
        new MemoryClient(
                bench.server(),
                TaskOwner.LOCAL,
                question -> TestClient.json("{'action': 'cancel'}"))
            .legacy("2025-11-25", ToolBench.ASKABLE)) {
      var attempt = client.call("start_task_attempt", asking()).path("attempt_id").asString();
      var status = client.call("get_attempt_status", waiting(attempt));
      assertThat(status.path("needs_input").asBoolean()).isTrue();
      client.call("stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(attempt));
    }
  }

  @Test
  void a_newer_client_repeats_the_call_with_the_answer() {
    try (var client = new MemoryClient(bench.server(), TaskOwner.LOCAL).modern(ToolBench.ASKABLE)) {
      var attempt = client.call("start_task_attempt", asking()).path("attempt_id").asString();
      var asked = client.result("get_attempt_status", waiting(attempt), Json.object());
      assertThat(asked.path("resultType").asString()).isEqualTo("input_required");
      var key = asked.path("inputRequests").propertyNames().iterator().next();
      assertThat(asked.path("inputRequests").path(key).path("params").path("message").asString())
          .startsWith("The agent asks whether it may use ");
      var more = Json.object();
      more.set("requestState", asked.path("requestState"));
      more.putObject("inputResponses").set(key, TestClient.json(DENY));
      var status = client.result("get_attempt_status", waiting(attempt), more);
      assertThat(status.path("structuredContent").path("needs_input").asBoolean()).isFalse();
      assertThat(said(attempt)).contains("denied: too risky");
    }
  }

  @Test
  void the_task_of_a_start_asks_and_ends_with_the_run() {
    try (var client =
        new MemoryClient(bench.server(), TaskOwner.LOCAL).modern(ToolBench.WITH_TASKS)) {
      var id = startTask(client, asking());
      var task = await(client, id, "input_required");
      var key = task.path("inputRequests").propertyNames().iterator().next();
      var update = Json.object().put("taskId", id);
      update.putObject("inputResponses").set(key, TestClient.json(DENY));
      client.request("tasks/update", update).result();
      var end = await(client, id, "completed").path("result").path("structuredContent");
      assertThat(end.path("state").asString()).isEqualTo("completed");
      assertThat(said(end.path("attempt_id").asString())).contains("denied: too risky");
    }
  }

  @Test
  void an_answer_from_elsewhere_ends_the_question_of_the_task() {
    try (var client =
        new MemoryClient(bench.server(), TaskOwner.LOCAL).modern(ToolBench.WITH_TASKS)) {
      var id = startTask(client, asking("hang"));
      await(client, id, "input_required");
      var pending = bench.orchestrator().approvals().listPending().getFirst();
      bench
          .client()
          .call(
              "respond_approval",
              "{'approval_id': '%s', 'decision': 'approve'}".formatted(pending.id()));
      assertThat(await(client, id, "working").has("inputRequests")).isFalse();

      bench
          .client()
          .call(
              "stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(pending.attemptId()));
      var end = await(client, id, "completed").path("result").path("structuredContent");
      assertThat(end.path("state").asString()).isEqualTo("failed");
    }
  }

  private String startTask(TestClient client, ObjectNode request) {
    var created = client.result("start_task_attempt", request, Json.object());
    assertThat(created.path("resultType").asString()).isEqualTo("task");
    return created.path("taskId").asString();
  }

  private static ObjectNode await(TestClient client, String id, String status) {
    return Awaitility.await(status)
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> client.request("tasks/get", Json.object().put("taskId", id)).result(),
            task -> task.path("status").asString("").equals(status));
  }
}
