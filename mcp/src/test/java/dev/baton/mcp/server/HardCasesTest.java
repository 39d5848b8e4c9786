package dev.baton.mcp.server;

import static dev.baton.mcp.server.TaskTesting.await;
import static dev.baton.mcp.server.TaskTesting.get;
import static dev.baton.mcp.server.TaskTesting.startLegacy;
import static dev.baton.mcp.server.TaskTesting.startModern;
import static dev.baton.mcp.server.TaskTesting.update;
import static dev.baton.mcp.transport.TestClient.ALL;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.task.InMemoryTaskStore;
import dev.baton.task.MovableClock;
import dev.baton.task.NewTask;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HardCasesTest {
  private final MovableClock clock = new MovableClock();
  private final InMemoryTaskStore store = new InMemoryTaskStore(clock, TaskLimits.DEFAULT);

  @RepeatedTest(10)
  void a_listener_hears_of_changes_in_their_order() {
    try (var server = TestServer.start();
        var client = new StdioClient(server)) {
      client.modern(ALL);
      var id = startModern(client, "ask_task");
      await(client, id, "input_required");
      var _ =
          client.start(
              "subscriptions/listen", "{'notifications': {'taskIds': ['%s']}}".formatted(id));
      client.next("notifications/subscriptions/acknowledged");
      client.next("notifications/tasks");
      update(client, id, "{'name': {'action': 'decline'}}").result();
      assertThat(client.next("notifications/tasks").path("params").path("status").asString(""))
          .isEqualTo("working");
      assertThat(client.next("notifications/tasks").path("params").path("status").asString(""))
          .isEqualTo("completed");
    }
  }

  @Test
  void a_restarted_call_that_waited_for_input_asks_again_with_a_new_key_or_keeps_its_question() {
    var subject = Json.object().put("tool", "restartable_ask");
    subject.set("arguments", json("{}"));
    var task =
        store.create(
            NewTask.of(TaskOwner.LOCAL, TaskKind.TOOL_CALL, subject, TaskLimits.DEFAULT)
                .heldBy("gone"));
    store.update(
        task.owner(),
        task.id(),
        r ->
            r.awaitingInput(
                Map.of("name", json("{'method': 'elicitation/create', 'params': {}}"))));
    try (var server = TestServer.startAfter(clock, store);
        var client = new StdioClient(server)) {
      client.modern(ALL);
      var id = task.id().value();
      Awaitility.await()
          .during(Duration.ofMillis(300))
          .until(
              () -> get(client, id).result().path("status").asString("").equals("input_required"));
      var asked = get(client, id).result();
      for (var key : asked.path("inputRequests").propertyNames()) {
        update(
                client,
                id,
                "{'%s': {'action': 'accept', 'content': {'name': 'Ada'}}}".formatted(key))
            .result();
      }
      await(client, id, "completed");
    }
  }

  @Test
  void a_call_of_a_restartable_tool_that_runs_when_the_server_stops_is_taken_up_by_the_next() {
    var first = TestServer.startAfter(clock, store);
    String id;
    try (var client = new StdioClient(first)) {
      id = startModern(client.modern(ALL), "restartable_wait");
      first.gate().awaitArrival();
      first.close();
      first.gate().awaitInterruption();
    }
    try (var second = TestServer.startAfter(clock, store);
        var client = new StdioClient(second)) {
      client.modern(ALL);
      assertThat(get(client, id).result().path("status").asString("")).isEqualTo("working");
      second.gate().open();
      await(client, id, "completed");
    }
  }

  @Test
  void the_task_parameter_of_the_older_era_means_nothing_in_the_newer() {
    try (var server = TestServer.start();
        var client = new StdioClient(server)) {
      client.modern(ALL);
      for (var task : new String[] {"{'ttl': 5000}", "{'ttl': -5}", "17"}) {
        var answer =
            client.request(
                "tools/call", "{'name': 'echo_task', 'arguments': {}, 'task': %s}".formatted(task));
        assertThat(answer.result().path("ttlMs").longValue()).isEqualTo(3_600_000);
      }
    }
  }

  @Test
  void in_the_older_era_the_client_that_made_a_task_is_told_its_end_without_asking() {
    try (var server = TestServer.start();
        var client = new StdioClient(server)) {
      client.legacy("2025-11-25", ALL);
      startLegacy(client, "wait");
      server.gate().awaitArrival();
      server.gate().open();
      client.find("notifications/tasks/status");
    }
  }

  @Test
  void in_the_older_era_a_task_that_failed_by_its_tool_says_why() {
    try (var server = TestServer.start();
        var client = new StdioClient(server)) {
      client.legacy("2025-11-25", ALL);
      var id = startLegacy(client, "fail");
      assertThat(await(client, id, "failed").path("statusMessage").asString(""))
          .contains("no such thing");
    }
  }

  @Test
  void a_second_listener_is_told_the_state_alone() {
    try (var server = TestServer.start();
        var client = new StdioClient(server)) {
      client.modern(ALL);
      var id = startModern(client, "wait_task");
      for (int i = 0; i < 2; i++) {
        var _ =
            client.start(
                "subscriptions/listen", "{'notifications': {'taskIds': ['%s']}}".formatted(id));
        client.next("notifications/subscriptions/acknowledged");
        client.next("notifications/tasks");
      }
      TestClient.await(client.start("tools/list", "{}"));
      assertThat(client.inbox()).isEmpty();
    }
  }

  @Test
  void a_task_of_the_older_era_says_nothing_after_its_end() {
    try (var server = TestServer.start();
        var client = new StdioClient(server)) {
      client.legacy("2025-11-25", ALL).withMeta("{'progressToken': 1}");
      var id = startLegacy(client, "leak");
      await(client, id, "completed");
      client.inbox();
      server.leakedContext().progress(1, 2, "late");
      client.callTool("echo").result();
      assertThat(client.inbox())
          .noneMatch(m -> m.path("method").asString("").equals("notifications/progress"));
    }
  }

  @Test
  void a_handler_that_ends_with_an_error_of_the_machine_is_answered_and_its_task_fails() {
    var broken =
        Tool.withSchema("broken", json("{'type': 'object'}"))
            .description("Always breaks")
            .taskSupport(TaskSupport.PREFERRED)
            .handler(
                (_, _) -> {
                  throw new AssertionError("broken");
                });
    try (var server = TestServer.start(settings -> settings.tool(broken));
        var client = new StdioClient(server)) {
      assertThat(client.modern("{}").callTool("broken").code()).isEqualTo(-32603);
      client.modern(ALL);
      await(client, startModern(client, "broken"), "failed");
    }
  }

  @Test
  void the_result_that_completes_a_task_says_nothing_of_its_own_kind() {
    try (var server = TestServer.start();
        var client = new StdioClient(server)) {
      client.modern(ALL);
      var id = startModern(client, "ask_task");
      TaskTesting.complete(
              client, id, "{'resultType': 'task', 'content': [], 'structuredContent': {'a': 1}}")
          .result();
      var result = get(client, id).result().path("result");
      assertThat(result.path("resultType").asString("")).isEqualTo("complete");
      assertThat(result.path("structuredContent")).isEqualTo(json("{'a': 1}"));
    }
  }

  @Test
  void what_a_handler_returns_is_not_changed_on_its_way_out() {
    var constant = ToolResult.text("same").withMeta("dev.example/a", json("{}"));
    var tool =
        Tool.withSchema("same", json("{'type': 'object'}"))
            .description("Always the same")
            .handler((_, _) -> constant);
    try (var server = TestServer.start(settings -> settings.tool(tool));
        var client = new StdioClient(server)) {
      client.modern("{}").callTool("same").result();
      assertThat(constant.meta().propertyNames()).containsExactly("dev.example/a");
    }
  }
}
