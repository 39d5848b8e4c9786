package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.ALL;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one token made, another one does not see. */
class OwnersTest {
  private final Web web = Web.serve(TestServer.start());
  private final TestClient alice = web.client(TestTokens.ALICE).modern(ALL);
  private final TestClient bob = web.client(TestTokens.BOB).modern(ALL);

  @AfterEach
  void close() {
    alice.close();
    bob.close();
    web.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  void a_task_of_another_owner_is_answered_like_an_id_that_never_was(String method) {
    var id = alice.callTool("wait_task").result().path("taskId").asString("");
    var params = "{'taskId': '%s', 'inputResponses': {}}";
    var foreign = bob.request(method, params.formatted(id));
    var unknown = bob.request(method, params.formatted("ID"));
    assertThat(foreign.status()).isEqualTo(unknown.status());
    assertThat(foreign.error().toString().replace(id, "ID")).isEqualTo(unknown.error().toString());
    assertThat(
            alice.request("tasks/get", params.formatted(id)).result().path("status").asString(""))
        .isEqualTo("working");
  }

  @Test
  void nobody_can_listen_to_a_task_of_another_owner() {
    var id = alice.callTool("wait_task").result().path("taskId").asString("");
    var _ =
        bob.start("subscriptions/listen", "{'notifications': {'taskIds': ['%s']}}".formatted(id));
    var honoured = bob.next("notifications/subscriptions/acknowledged").path("params");
    assertThat(honoured.path("notifications")).isEqualTo(json("{}"));
    alice.request("tasks/cancel", "{'taskId': '%s'}".formatted(id)).result();
    bob.callTool("echo").result();
    assertThat(bob.inbox()).isEmpty();
  }

  @Test
  void a_list_of_tasks_in_the_older_era_shows_the_owners_own() {
    var mine = alice.callTool("wait_task").result().path("taskId").asString("");
    bob.callTool("wait_task").result();
    alice.legacy("2025-11-25", ALL);
    var tasks = alice.request("tasks/list", "{}").result().path("tasks");
    assertThat(tasks.size()).isEqualTo(1);
    assertThat(tasks.path(0).path("taskId").asString("")).isEqualTo(mine);
  }

  @Test
  void the_state_of_a_request_is_good_for_its_owner_alone() {
    var asked = alice.callTool("ask").result();
    var retry = json("{'name': 'ask', 'arguments': {}}");
    retry.set("requestState", asked.path("requestState"));
    retry.set("inputResponses", json("{'name': {'action': 'accept', 'content': {'name': 'Ada'}}}"));
    assertThat(bob.request("tools/call", retry).code()).isEqualTo(-32602);
    assertThat(alice.request("tools/call", retry).text()).isEqualTo("Hello, Ada!");
  }

  @Test
  void errors_that_refuse_a_request_of_the_newer_era_are_bad_requests() {
    alice.modern("{}");
    assertThat(alice.callTool("ask").status()).isEqualTo(400);
    assertThat(alice.callTool("echo_required").status()).isEqualTo(400);
    assertThat(alice.request("tasks/get", "{'taskId': 'x'}").status()).isEqualTo(400);
    assertThat(alice.callTool("no-such-tool").status()).isEqualTo(200);
  }

  @Test
  void the_get_stream_tells_the_status_of_a_followed_task() {
    var client = web.client();
    try (client) {
      client.legacy("2025-11-25", ALL);
      client.openStream();
      var task = client.request("tools/call", "{'name': 'wait', 'task': {}}").result().path("task");
      client.request("tasks/get", "{'taskId': %s}".formatted(task.path("taskId"))).result();
      web.server().gate().awaitArrival();
      web.server().gate().open();
      var told = client.find("notifications/tasks/status").path("params");
      assertThat(told.path("taskId")).isEqualTo(task.path("taskId"));
      assertThat(told.path("status").asString("")).isEqualTo("completed");
      assertThat(told.has("_meta")).isFalse();
    }
  }

  @Test
  void the_question_of_a_task_comes_on_the_stream_of_its_result() {
    try (var client = web.client()) {
      client.legacy("2025-11-25", ALL);
      var id =
          client
              .request("tools/call", "{'name': 'ask', 'task': {}}")
              .result()
              .path("task")
              .path("taskId");
      var waiting = client.start("tasks/result", "{'taskId': %s}".formatted(id));
      var question = client.find("elicitation/create");
      assertThat(
              question
                  .path("params")
                  .path("_meta")
                  .path("io.modelcontextprotocol/related-task")
                  .path("taskId"))
          .isEqualTo(id);
      client.respond(question, "{'action': 'accept', 'content': {'name': 'Ada'}}");
      var answer = TestClient.await(waiting);
      assertThat(answer.streamed()).isTrue();
      assertThat(answer.text()).isEqualTo("Hello, Ada!");
    }
  }
}
