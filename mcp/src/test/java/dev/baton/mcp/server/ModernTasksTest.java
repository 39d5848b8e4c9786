package dev.baton.mcp.server;

import static dev.baton.mcp.server.TaskTesting.await;
import static dev.baton.mcp.server.TaskTesting.cancel;
import static dev.baton.mcp.server.TaskTesting.complete;
import static dev.baton.mcp.server.TaskTesting.get;
import static dev.baton.mcp.server.TaskTesting.startModern;
import static dev.baton.mcp.server.TaskTesting.update;
import static dev.baton.mcp.transport.TestClient.ALL;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Tasks as the extension of 2026-07-28 has them. */
class ModernTasksTest {
  private static final Set<String> TASK_MEMBERS =
      Set.of("taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs", "pollIntervalMs");

  private final TestServer server = TestServer.start();
  private final TestClient client = new StdioClient(server).modern(ALL);

  @AfterEach
  void close() {
    server.close();
    client.close();
  }

  private static Set<String> members(ObjectNode json) {
    return Set.copyOf(json.propertyNames());
  }

  private static Set<String> taskMembersAnd(String... more) {
    var all = new HashSet<>(TASK_MEMBERS);
    all.addAll(Set.of(more));
    return all;
  }

  @Test
  void a_call_that_becomes_a_task_answers_with_the_flat_task_and_nothing_else() {
    var result = client.callTool("wait_task").result();
    assertThat(members(result)).isEqualTo(taskMembersAnd("resultType", "_meta"));
    assertThat(result.path("resultType").asString("")).isEqualTo("task");
    assertThat(result.path("status").asString("")).isEqualTo("working");
    assertThat(result.path("createdAt").asString("")).isEqualTo("2026-11-15T10:00:00Z");
    assertThat(result.path("lastUpdatedAt").asString("")).isEqualTo("2026-11-15T10:00:00Z");
    assertThat(result.path("ttlMs").longValue()).isEqualTo(Duration.ofHours(1).toMillis());
    assertThat(result.path("pollIntervalMs").longValue()).isEqualTo(1000);
    assertThat(result.path("taskId").asString("")).hasSizeGreaterThanOrEqualTo(32);
    assertThat(members((ObjectNode) result.path("_meta")))
        .containsExactly("io.modelcontextprotocol/serverInfo");
  }

  @Test
  void a_task_can_be_read_as_soon_as_its_id_is_known() {
    var id = startModern(client, "wait_task");
    var task = get(client, id).result();
    assertThat(members(task)).isEqualTo(taskMembersAnd("resultType", "_meta"));
    assertThat(task.path("resultType").asString("")).isEqualTo("complete");
    assertThat(task.path("status").asString("")).isEqualTo("working");
  }

  @Test
  void a_completed_task_has_the_result_that_the_call_would_have_had() {
    var task = await(client, startModern(client, "echo_task"), "completed");
    assertThat(members(task)).isEqualTo(taskMembersAnd("resultType", "_meta", "result"));
    assertThat(task.path("result"))
        .isEqualTo(json("{'content': [{'type': 'text', 'text': 'hi'}], 'resultType': 'complete'}"));
  }

  @Test
  void a_tool_that_fails_as_expected_leaves_its_task_completed() {
    var task = await(client, startModern(client, "fail_task"), "completed");
    assertThat(task.path("result").path("isError").booleanValue()).isTrue();
    assertThat(task.has("error")).isFalse();
  }

  @Test
  void a_protocol_error_makes_the_task_failed_with_that_error() {
    var task = await(client, startModern(client, "refuse_task"), "failed");
    assertThat(members(task))
        .isEqualTo(taskMembersAnd("resultType", "_meta", "error", "statusMessage"));
    assertThat(task.path("error"))
        .isEqualTo(json("{'code': -31999, 'message': 'boom', 'data': {'why': 'test'}}"));
    assertThat(task.path("statusMessage").asString("")).isEqualTo("boom");
  }

  @Test
  void a_bug_in_a_tool_makes_the_task_failed_without_details() {
    var task = await(client, startModern(client, "crash_task"), "failed");
    assertThat(task.path("error").path("code").intValue()).isEqualTo(-32603);
    assertThat(task.toString()).doesNotContain("secret", "Exception");
  }

  @Test
  void wrong_arguments_leave_the_task_completed_with_an_error_result() {
    assertThat(client.callTool("add", "{}").result().path("isError").booleanValue()).isTrue();
  }

  @Test
  void cancelling_is_acknowledged_with_an_empty_result_and_interrupts_the_handler() {
    var id = startModern(client, "wait_task");
    server.gate().awaitArrival();
    var acknowledged = cancel(client, id).result();
    assertThat(members(acknowledged)).isEqualTo(Set.of("resultType", "_meta"));
    assertThat(acknowledged.path("resultType").asString("")).isEqualTo("complete");
    server.gate().awaitInterruption();
    var task = get(client, id).result();
    assertThat(task.path("status").asString("")).isEqualTo("cancelled");
    assertThat(task.has("result") || task.has("error")).isFalse();
  }

  @Test
  void cancelling_a_task_that_has_ended_is_acknowledged_and_changes_nothing() {
    var id = startModern(client, "echo_task");
    var before = await(client, id, "completed");
    assertThat(cancel(client, id).result().path("resultType").asString("")).isEqualTo("complete");
    assertThat(get(client, id).result()).isEqualTo(before);
  }

  @Test
  void cancelling_with_a_result_completes_the_task_with_it_and_stops_the_handler() {
    var id = startModern(client, "wait_task");
    server.gate().awaitArrival();
    var result = "{'content': [{'type': 'text', 'text': 'by hand'}]}";
    assertThat(members(complete(client, id, result).result()))
        .isEqualTo(Set.of("resultType", "_meta"));
    server.gate().awaitInterruption();
    var task = get(client, id).result();
    assertThat(task.path("status").asString("")).isEqualTo("completed");
    assertThat(task.path("result").path("content")).isEqualTo(json(result).path("content"));
  }

  @Test
  void a_second_completion_is_invalid_and_the_first_stays() {
    var id = startModern(client, "wait_task");
    complete(client, id, "{'content': []}").result();
    var before = get(client, id).result();
    assertThat(complete(client, id, "{'content': [1]}").code()).isEqualTo(-32602);
    assertThat(get(client, id).result()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "'text'", "17", "false"})
  void a_completion_takes_any_value(String result) {
    var id = startModern(client, "wait_task");
    complete(client, id, result).result();
    var task = get(client, id).result();
    assertThat(task.path("status").asString("")).isEqualTo("completed");
    assertThat(task.path("result").path("structuredContent").path("result"))
        .isEqualTo(json("{'result': %s}".formatted(result)).path("result"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'a': 1}",
        "{'content': 'hello'}",
        "{'content': [{'type': 'text'}]}",
        "{'content': [{'type': 'video', 'text': 'no such block'}]}",
        "{'content': [{'type': 'resource', 'resource': {'uri': 'file:///a'}}]}",
        "{'_meta': 3}",
        "{'content': [], '_meta': 3}",
        "{'isError': true}",
        "{'content': [], 'isError': 'yes'}",
        "{'structuredContent': 5}",
        "{'content': [], 'structuredContent': 5}",
        "{'messages': []}",
        "{}"
      })
  void an_object_that_no_tool_could_have_answered_completes_it_too(String result) {
    var id = startModern(client, "wait_task");
    complete(client, id, result).result();
    var task = get(client, id).result();
    assertThat(task.path("status").asString("")).isEqualTo("completed");
    var kept = task.path("result");
    assertThat(kept.path("structuredContent")).isEqualTo(json(result));
    assertThat(kept.path("content").path(0).path("text").asString(""))
        .isEqualTo(json(result).toString());
    assertThat(kept.has("isError")).isFalse();
  }

  @Test
  void null_is_no_result_so_it_cancels() {
    var id = startModern(client, "wait_task");
    complete(client, id, "null").result();
    assertThat(get(client, id).result().path("status").asString("")).isEqualTo("cancelled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  void an_unknown_id_is_invalid(String method) {
    assertThat(client.request(method, "{'taskId': 'no-such', 'inputResponses': {}}").code())
        .isEqualTo(-32602);
    assertThat(client.request(method, "{'taskId': ' ', 'inputResponses': {}}").code())
        .isEqualTo(-32602);
    assertThat(client.request(method, "{'taskId': 5, 'inputResponses': {}}").code())
        .isEqualTo(-32602);
    assertThat(client.request(method, "{}").code()).isEqualTo(-32602);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'tasks': {}}", "{'extensions': {}}"})
  void a_client_that_did_not_declare_the_extension_cannot_use_tasks(String capabilities) {
    var id = startModern(client, "wait_task");
    client.modern(capabilities);
    for (var answer :
        List.of(
            get(client, id),
            update(client, id, "{}"),
            cancel(client, id),
            client.callTool("echo_required"))) {
      assertThat(answer.code()).isEqualTo(-32021);
      assertThat(answer.error().path("data"))
          .isEqualTo(
              json(
                  "{'requiredCapabilities': {'extensions': {'io.modelcontextprotocol/tasks': {}}}}"));
    }
    assertThat(client.callTool("echo_task", "{'text': 'now'}").text()).isEqualTo("now");
  }

  @Test
  void only_tools_that_say_so_become_tasks() {
    assertThat(client.callTool("echo_forbidden").text()).isEmpty();
    assertThat(client.callTool("echo").result().path("resultType").asString(""))
        .isEqualTo("complete");
    assertThat(client.callTool("echo_required").result().path("resultType").asString(""))
        .isEqualTo("task");
  }

  @Test
  void lists_of_tools_say_nothing_of_tasks_in_this_era() {
    assertThat(client.request("tools/list", "{}").message().toString())
        .doesNotContain("taskSupport");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/result", "tasks/list"})
  void methods_of_the_older_era_do_not_exist(String method) {
    assertThat(client.request(method, "{'taskId': 'x'}").code()).isEqualTo(-32601);
  }

  @Test
  void an_expired_task_is_unknown() {
    var id = startModern(client, "echo_task");
    await(client, id, "completed");
    server.clock().advance(Duration.ofHours(1).minusMillis(1));
    assertThat(get(client, id).result()).isNotNull();
    server.clock().advance(Duration.ofMillis(1));
    var expired = get(client, id).error().toString();
    assertThat(expired.replace(id, "ID")).isEqualTo(get(client, "ID").error().toString());
  }

  @Test
  void no_progress_and_no_log_messages_are_sent_for_a_task() {
    client.withMeta("{'progressToken': 'p', 'io.modelcontextprotocol/logLevel': 'debug'}");
    await(client, startModern(client, "progress_task"), "completed");
    await(client, startModern(client, "log_task"), "completed");
    assertThat(client.inbox()).isEmpty();
  }
}
