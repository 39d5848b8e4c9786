package dev.baton.mcp.server;

import static dev.baton.mcp.server.TaskTesting.RELATED;
import static dev.baton.mcp.server.TaskTesting.await;
import static dev.baton.mcp.server.TaskTesting.callLegacy;
import static dev.baton.mcp.server.TaskTesting.cancel;
import static dev.baton.mcp.server.TaskTesting.complete;
import static dev.baton.mcp.server.TaskTesting.get;
import static dev.baton.mcp.server.TaskTesting.result;
import static dev.baton.mcp.server.TaskTesting.startLegacy;
import static dev.baton.mcp.transport.TestClient.ALL;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Tasks as 2025-11-25 has them. */
class LegacyTasksTest {
  private static final Set<String> TASK_MEMBERS =
      Set.of("taskId", "status", "createdAt", "lastUpdatedAt", "ttl", "pollInterval");

  private final TestServer server = TestServer.start();
  private final StdioClient client = new StdioClient(server);

  LegacyTasksTest() {
    client.legacy("2025-11-25", ALL);
  }

  @AfterEach
  void close() {
    server.close();
    client.close();
  }

  private static Set<String> members(ObjectNode json) {
    return Set.copyOf(json.propertyNames());
  }

  @Test
  void the_handshake_declares_tasks() {
    try (var other = new StdioClient(server)) {
      var params = "{'protocolVersion': '2025-11-25', 'capabilities': {}}";
      assertThat(other.request("initialize", params).result().path("capabilities").path("tasks"))
          .isEqualTo(json("{'list': {}, 'cancel': {}, 'requests': {'tools': {'call': {}}}}"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "echo_forbidden, forbidden",
    "echo, optional",
    "echo_task, optional",
    "echo_required, required"
  })
  void a_tool_says_whether_it_can_be_a_task(String name, String support) {
    var tools = client.request("tools/list", "{}").result().path("tools");
    var tool =
        tools.valueStream().filter(t -> t.path("name").asString("").equals(name)).findFirst();
    assertThat(tool.orElseThrow().path("execution"))
        .isEqualTo(json("{'taskSupport': '%s'}".formatted(support)));
  }

  @Test
  void a_call_with_a_task_answers_with_the_task_and_nothing_else() {
    var answer = callLegacy(client, "wait", "{'ttl': 60000}").result();
    assertThat(members(answer)).isEqualTo(Set.of("task"));
    var task = (ObjectNode) answer.path("task");
    assertThat(members(task)).isEqualTo(TASK_MEMBERS);
    assertThat(task.path("status").asString("")).isEqualTo("working");
    assertThat(task.path("ttl").longValue()).isEqualTo(60_000);
    assertThat(task.path("createdAt").asString("")).isEqualTo("2026-11-15T10:00:00Z");
  }

  @Test
  void a_task_is_read_without_its_result_and_without_related_task_metadata() {
    var id = startLegacy(client, "echo");
    var task = await(client, id, "completed");
    assertThat(members(task)).isEqualTo(TASK_MEMBERS);
  }

  @Test
  void the_result_waits_for_the_end_and_is_that_of_the_call() {
    var id = startLegacy(client, "wait");
    var waiting = client.start("tasks/result", "{'taskId': '%s'}".formatted(id));
    server.gate().awaitArrival();
    assertThat(get(client, id).result().path("status").asString("")).isEqualTo("working");
    assertThat(waiting).isNotDone();
    server.gate().open();
    assertThat(TestClient.await(waiting).result())
        .isEqualTo(
            json(
                "{'content': [{'type': 'text', 'text': 'waited'}], '_meta': {'%s': {'taskId': '%s'}}}"
                    .formatted(RELATED, id)));
  }

  @Test
  void a_tool_that_fails_as_expected_makes_its_task_failed_and_the_result_is_still_there() {
    var id = startLegacy(client, "fail");
    assertThat(await(client, id, "failed").path("statusMessage").asString(""))
        .isEqualTo("There is no such thing. Look elsewhere");
    var result = result(client, id).result();
    assertThat(result.path("isError").booleanValue()).isTrue();
    assertThat(result.path("_meta").path(RELATED).path("taskId").asString("")).isEqualTo(id);
  }

  @Test
  void a_protocol_error_makes_the_task_failed_and_is_what_the_result_answers() {
    var id = startLegacy(client, "refuse");
    assertThat(await(client, id, "failed").path("statusMessage").asString("")).isEqualTo("boom");
    assertThat(result(client, id).error())
        .isEqualTo(json("{'code': -31999, 'message': 'boom', 'data': {'why': 'test'}}"));
  }

  @Test
  void a_cancelled_task_is_cancelled_when_the_answer_comes_and_stays_so() {
    var id = startLegacy(client, "wait");
    server.gate().awaitArrival();
    var task = cancel(client, id).result();
    assertThat(task.path("status").asString("")).isEqualTo("cancelled");
    assertThat(task.path("taskId").asString("")).isEqualTo(id);
    assertThat(task.has("_meta")).isFalse();
    server.gate().awaitInterruption();
    assertThat(get(client, id).result().path("status").asString("")).isEqualTo("cancelled");
    assertThat(result(client, id).message().has("error")).isTrue();
  }

  @Test
  void a_task_that_has_ended_cannot_be_cancelled() {
    var completed = startLegacy(client, "echo");
    await(client, completed, "completed");
    assertThat(cancel(client, completed).code()).isEqualTo(-32602);
    var failed = startLegacy(client, "fail");
    await(client, failed, "failed");
    assertThat(cancel(client, failed).code()).isEqualTo(-32602);
    var cancelled = startLegacy(client, "wait");
    cancel(client, cancelled).result();
    assertThat(cancel(client, cancelled).code()).isEqualTo(-32602);
  }

  @Test
  void cancelling_ends_the_wait_for_the_result() {
    var id = startLegacy(client, "wait");
    server.gate().awaitArrival();
    var waiting = client.start("tasks/result", "{'taskId': '%s'}".formatted(id));
    cancel(client, id).result();
    assertThat(TestClient.await(waiting).message().has("error")).isTrue();
  }

  @Test
  void cancelling_with_a_result_completes_the_task_and_answers_with_it() {
    var id = startLegacy(client, "wait");
    var task = complete(client, id, "{'content': [], 'note': 1}").result();
    assertThat(task.path("status").asString("")).isEqualTo("completed");
    assertThat(result(client, id).result().path("note").intValue()).isEqualTo(1);
    assertThat(complete(client, id, "{'content': []}").code()).isEqualTo(-32602);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1000",
    "999, 1000",
    "1000, 1000",
    "60000, 60000",
    "604800000, 604800000",
    "604800001, 604800000",
    "9223372036854775807, 604800000",
    "99999999999999999999, 604800000",
    "6e4, 60000",
    "1e99, 604800000",
    "1e999999999, 604800000",
    "null, 3600000"
  })
  void a_wished_time_to_live_is_kept_within_limits_and_the_answer_shows_it(
      String wished, long given) {
    var task = startLegacy(client, "echo", "{'ttl': %s}".formatted(wished));
    assertThat(task.path("ttl").longValue()).isEqualTo(given);
    assertThat(get(client, task.path("taskId").asString("")).result().path("ttl").longValue())
        .isEqualTo(given);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "'60000'", "1.5", "true", "{}", "-1e99"})
  void a_time_to_live_that_makes_no_sense_is_invalid_and_makes_no_task(String wished) {
    assertThat(callLegacy(client, "echo", "{'ttl': %s}".formatted(wished)).code())
        .isEqualTo(-32602);
    assertThat(client.request("tasks/list", "{}").result().path("tasks").size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "true", "'yes'"})
  void task_parameters_that_are_no_object_are_invalid(String task) {
    assertThat(callLegacy(client, "echo", task).code()).isEqualTo(-32602);
  }

  @Test
  void a_tool_that_cannot_be_a_task_or_must_be_one_is_method_not_found() {
    assertThat(callLegacy(client, "echo_forbidden", "{}").code()).isEqualTo(-32601);
    assertThat(client.callTool("echo_required").code()).isEqualTo(-32601);
    assertThat(client.callTool("echo_task", "{'text': 'direct'}").text()).isEqualTo("direct");
  }

  @Test
  void an_earlier_revision_knows_no_tasks_and_ignores_the_wish_for_one() {
    try (var older = new StdioClient(server)) {
      older.legacy("2025-06-18", ALL);
      assertThat(callLegacy(older, "echo", "{}").text()).isEqualTo("hi");
      assertThat(older.request("tasks/list", "{}").code()).isEqualTo(-32601);
      assertThat(older.request("tools/list", "{}").message().toString())
          .doesNotContain("taskSupport");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/result", "tasks/cancel"})
  void an_unknown_id_is_invalid(String method) {
    assertThat(client.request(method, "{'taskId': 'no-such'}").code()).isEqualTo(-32602);
    assertThat(client.request(method, "{'taskId': ''}").code()).isEqualTo(-32602);
    assertThat(client.request(method, "{}").code()).isEqualTo(-32602);
  }

  @Test
  void the_id_in_the_params_counts_and_not_the_one_in_the_metadata() {
    var id = startLegacy(client, "echo");
    var params = "{'taskId': '%s', '_meta': {'%s': {'taskId': 'other'}}}".formatted(id, RELATED);
    assertThat(client.request("tasks/get", params).result().path("taskId").asString(""))
        .isEqualTo(id);
  }

  @Test
  void there_is_no_update_in_this_era() {
    assertThat(client.request("tasks/update", "{'taskId': 'x'}").code()).isEqualTo(-32601);
  }

  @Test
  void waiting_for_a_task_that_expires_meanwhile_ends() {
    var id = startLegacy(client, "wait", "{'ttl': 5000}").path("taskId").asString("");
    var waiting = client.start("tasks/result", "{'taskId': '%s'}".formatted(id));
    server.gate().awaitArrival();
    server.clock().advance(Duration.ofSeconds(5));
    assertThat(TestClient.await(waiting).code()).isEqualTo(-32602);
  }

  @Test
  void progress_and_log_messages_of_a_task_go_on_after_the_call_and_name_it() {
    client.withMeta("{'progressToken': 'p'}");
    var id = startLegacy(client, "progress");
    for (var value : new double[] {0, 0.5, 1}) {
      var params = client.find("notifications/progress").path("params");
      assertThat(params.path("progress").doubleValue()).isEqualTo(value);
      assertThat(params.path("progressToken").asString("")).isEqualTo("p");
      assertThat(params.path("_meta").path(RELATED).path("taskId").asString("")).isEqualTo(id);
    }
    var logging = startLegacy(client, "log");
    var message = client.find("notifications/message").path("params");
    assertThat(message.path("_meta").path(RELATED).path("taskId").asString("")).isEqualTo(logging);
  }
}
