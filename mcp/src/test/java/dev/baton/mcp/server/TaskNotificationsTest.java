package dev.baton.mcp.server;

import static dev.baton.mcp.server.TaskTesting.await;
import static dev.baton.mcp.server.TaskTesting.cancel;
import static dev.baton.mcp.server.TaskTesting.get;
import static dev.baton.mcp.server.TaskTesting.startLegacy;
import static dev.baton.mcp.server.TaskTesting.startModern;
import static dev.baton.mcp.server.TaskTesting.update;
import static dev.baton.mcp.transport.TestClient.ALL;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.task.NewTask;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Who is told that a task has changed. */
class TaskNotificationsTest {
  private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private final TestServer server = TestServer.start();
  private final TestClient client = new StdioClient(server).modern(ALL);

  @AfterEach
  void close() {
    server.close();
    client.close();
  }

  private long listen(String taskIds) {
    var _ =
        client.start(
            "subscriptions/listen", "{'notifications': {'taskIds': %s}}".formatted(taskIds));
    return client.lastId();
  }

  @Test
  void the_acknowledgement_comes_first_and_lists_the_ids_that_are_honoured() {
    var id = startModern(client, "wait_task");
    var subscription = listen("['%s', 'unknown', ' ']".formatted(id));
    var params = client.next("notifications/subscriptions/acknowledged").path("params");
    assertThat(params.path("notifications")).isEqualTo(json("{'taskIds': ['%s']}".formatted(id)));
    assertThat(params.path("_meta").path(SUBSCRIPTION).longValue()).isEqualTo(subscription);
  }

  @Test
  void a_listener_hears_of_every_change_as_tasks_get_would_show_it() {
    var id = startModern(client, "ask_task");
    await(client, id, "input_required");
    var subscription = listen("['%s']".formatted(id));
    client.next("notifications/subscriptions/acknowledged");
    var now = (ObjectNode) client.next("notifications/tasks").path("params");
    assertThat(now.path("inputRequests").has("name")).isTrue();
    assertThat(now.path("_meta").path(SUBSCRIPTION).longValue()).isEqualTo(subscription);

    update(client, id, "{'name': {'action': 'decline'}}").result();
    var first = (ObjectNode) client.next("notifications/tasks").path("params");
    var second = (ObjectNode) client.next("notifications/tasks").path("params");
    var last = first.has("result") ? first : second;
    var shown = get(client, id).result();
    last.remove("_meta");
    shown.remove("_meta");
    shown.remove("resultType");
    assertThat(last).isEqualTo(shown);
    assertThat(last.path("status").asString("")).isEqualTo("completed");
  }

  @Test
  void a_listener_hears_of_a_change_that_another_server_made() {
    var subject = Json.object().put("tool", "wait");
    var id =
        server
            .store()
            .create(NewTask.of(TaskOwner.LOCAL, TaskKind.TOOL_CALL, subject, TaskLimits.DEFAULT))
            .id()
            .value();
    listen("['%s']".formatted(id));
    client.next("notifications/subscriptions/acknowledged");
    client.next("notifications/tasks");

    try (var other = TestServer.startAfter(server.clock(), server.store());
        var there = new StdioClient(other).modern(ALL)) {
      cancel(there, id).result();
    }

    var told = client.next("notifications/tasks").path("params");
    assertThat(told.path("status").asString("")).isEqualTo("cancelled");
  }

  @Test
  void nobody_hears_of_a_task_that_they_did_not_name() {
    var id = startModern(client, "wait_task");
    listen("['%s']".formatted(id));
    client.next("notifications/subscriptions/acknowledged");
    client.next("notifications/tasks");
    await(client, startModern(client, "echo_task"), "completed");
    assertThat(client.inbox()).isEmpty();
  }

  @Test
  void a_client_that_did_not_declare_the_extension_cannot_listen_for_tasks() {
    client.modern("{}");
    var error =
        client.request("subscriptions/listen", "{'notifications': {'taskIds': ['x']}}").error();
    assertThat(error.path("code").intValue()).isEqualTo(-32021);
    assertThat(error.path("data"))
        .isEqualTo(
            json(
                "{'requiredCapabilities': {'extensions': {'io.modelcontextprotocol/tasks': {}}}}"));
  }

  @Test
  void in_the_older_era_a_client_that_follows_a_task_is_told_its_status() {
    try (var legacy = new StdioClient(server)) {
      legacy.legacy("2025-11-25", ALL);
      var id = startLegacy(legacy, "wait");
      get(legacy, id).result();
      server.gate().awaitArrival();
      server.gate().open();
      var params = (ObjectNode) legacy.find("notifications/tasks/status").path("params");
      assertThat(params.path("status").asString("")).isEqualTo("completed");
      assertThat(params).isEqualTo(get(legacy, id).result());
    }
  }

  @Test
  void in_the_older_era_a_client_is_not_told_of_tasks_of_others() {
    try (var legacy = new StdioClient(server);
        var other = new StdioClient(server)) {
      legacy.legacy("2025-11-25", ALL);
      other.legacy("2025-11-25", ALL);
      var id = startLegacy(legacy, "wait");
      get(legacy, id).result();
      server.gate().awaitArrival();
      server.gate().open();
      legacy.find("notifications/tasks/status");
      assertThat(other.inbox()).isEmpty();
    }
  }

  @Test
  void the_server_ends_a_subscription_with_an_answer_when_it_stops() {
    var listening =
        client.start("subscriptions/listen", "{'notifications': {'promptsListChanged': true}}");
    client.next("notifications/subscriptions/acknowledged");
    server.close();
    var result = TestClient.await(listening).result();
    assertThat(result.path("resultType").asString("")).isEqualTo("complete");
    assertThat(result.path("_meta").path(SUBSCRIPTION).longValue()).isEqualTo(client.lastId());
  }
}
