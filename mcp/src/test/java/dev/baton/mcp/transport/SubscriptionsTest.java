package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import dev.baton.mcp.transport.Wired.Wiring;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** {@code subscriptions/listen}: what was asked for, and nothing else, tagged with its id. */
@ParameterizedClass
@EnumSource(Wiring.class)
class SubscriptionsTest {
  private static final String ID = "io.modelcontextprotocol/subscriptionId";

  private final Wired wired;
  private final TestServer server;
  private final TestClient client;

  SubscriptionsTest(Wiring wiring) {
    wired = Wired.over(wiring, TestServer.start());
    server = wired.server();
    client = wired.client(Speaks.MODERN);
  }

  @AfterEach
  void close() {
    server.close();
    wired.close();
  }

  private long listen(String filter) {
    var _ = client.start("subscriptions/listen", "{'notifications': %s}".formatted(filter));
    var id = client.lastId();
    var acknowledged = client.next("notifications/subscriptions/acknowledged");
    assertThat(subscription(acknowledged)).isEqualTo(id);
    assertThat(acknowledged.path("params").path("notifications")).isEqualTo(json(filter));
    return id;
  }

  private static long subscription(ObjectNode message) {
    return message.path("params").path("_meta").path(ID).longValue();
  }

  private void changeEverything() {
    server.mcp().announceToolsChanged();
    server.mcp().announcePromptsChanged();
    server.mcp().removeResource("test://bytes");
    server.mcp().announceResourceUpdated("resource://note");
    server.mcp().announceResourceUpdated("test://other");
  }

  @Test
  void everything_that_was_asked_for_is_told() {
    var id =
        listen(
            "{'toolsListChanged': true, 'promptsListChanged': true, 'resourcesListChanged': true,"
                + " 'resourceSubscriptions': ['resource://note']}");
    changeEverything();
    assertThat(subscription(client.next("notifications/tools/list_changed"))).isEqualTo(id);
    assertThat(subscription(client.next("notifications/prompts/list_changed"))).isEqualTo(id);
    assertThat(subscription(client.next("notifications/resources/list_changed"))).isEqualTo(id);
    var updated = client.next("notifications/resources/updated");
    assertThat(updated.path("params").path("uri").asString("")).isEqualTo("resource://note");
    assertThat(subscription(updated)).isEqualTo(id);
    assertThat(client.callTool("echo").text()).isEmpty();
    assertThat(client.inbox()).isEmpty();
  }

  @Test
  void what_was_not_asked_for_is_not_told() {
    listen("{'promptsListChanged': true}");
    changeEverything();
    client.next("notifications/prompts/list_changed");
    assertThat(client.callTool("echo").text()).isEmpty();
    assertThat(client.inbox()).isEmpty();
  }

  @Test
  void each_of_several_subscriptions_is_told_with_its_own_id() {
    var tools = listen("{'toolsListChanged': true}");
    var prompts = listen("{'promptsListChanged': true}");
    server.mcp().announcePromptsChanged();
    assertThat(subscription(client.next("notifications/prompts/list_changed"))).isEqualTo(prompts);
    server.mcp().announceToolsChanged();
    assertThat(subscription(client.next("notifications/tools/list_changed"))).isEqualTo(tools);
  }

  @Test
  void what_is_false_or_empty_is_not_acknowledged() {
    var _ =
        client.start(
            "subscriptions/listen",
            "{'notifications': {'toolsListChanged': false, 'resourceSubscriptions': [],"
                + " 'unheardOf': true}}");
    var params = client.next("notifications/subscriptions/acknowledged").path("params");
    assertThat(params.path("notifications")).isEqualTo(json("{}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'notifications': []}",
        "{'notifications': {'toolsListChanged': 'yes'}}",
        "{'notifications': {'resourceSubscriptions': 'resource://note'}}",
        "{'notifications': {'resourceSubscriptions': [1]}}",
        "{'notifications': {'taskIds': {}}}"
      })
  void a_filter_that_makes_no_sense_is_invalid(String params) {
    assertThat(client.request("subscriptions/listen", params).code()).isEqualTo(-32602);
    assertThat(client.inbox()).isEmpty();
  }

  @Test
  void log_messages_and_progress_stay_with_their_request() {
    listen("{'toolsListChanged': true}");
    client.withMeta("{'progressToken': 1}").callTool("progress").result();
    assertThat(client.inbox())
        .hasSize(3)
        .allMatch(message -> !message.path("params").path("_meta").has(ID));
  }

  @Test
  void giving_up_the_wait_for_a_result_does_not_cancel_the_task() {
    var legacy = wired.client(Speaks.LEGACY);
    var task = legacy.request("tools/call", "{'name': 'wait', 'task': {}}").result().path("task");
    var params = "{'taskId': %s}".formatted(task.path("taskId"));
    var _ = legacy.start("tasks/result", params);
    server.gate().awaitArrival();
    legacy.cancel(legacy.lastId());
    assertThat(legacy.request("tasks/get", params).result().path("status").asString(""))
        .isEqualTo("working");
    server.gate().open();
    assertThat(legacy.request("tasks/result", params).text()).isEqualTo("waited");
  }
}
