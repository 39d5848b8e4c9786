package dev.baton.mcp.server;

import static dev.baton.mcp.server.TaskTesting.RELATED;
import static dev.baton.mcp.server.TaskTesting.await;
import static dev.baton.mcp.server.TaskTesting.cancel;
import static dev.baton.mcp.server.TaskTesting.get;
import static dev.baton.mcp.server.TaskTesting.result;
import static dev.baton.mcp.server.TaskTesting.startLegacy;
import static dev.baton.mcp.server.TaskTesting.startModern;
import static dev.baton.mcp.server.TaskTesting.update;
import static dev.baton.mcp.transport.TestClient.ALL;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import java.util.HashSet;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Tasks that ask their client something. */
class TaskInputTest {
  private static final String NAME = "{'action': 'accept', 'content': {'name': 'Ada'}}";
  private static final String COLOUR = "{'action': 'accept', 'content': {'colour': 'red'}}";

  private final TestServer server = TestServer.start();
  private final TestClient modern = new StdioClient(server).modern(ALL);
  private final TestClient legacy = new StdioClient(server).legacy("2025-11-25", ALL);

  @AfterEach
  void close() {
    server.close();
    modern.close();
    legacy.close();
  }

  private static Set<String> keys(ObjectNode task) {
    return Set.copyOf(((ObjectNode) task.path("inputRequests")).propertyNames());
  }

  private static String text(ObjectNode completed) {
    return completed.path("result").path("content").path(0).path("text").asString("");
  }

  @Test
  void all_open_questions_stand_in_the_task() {
    var id = startModern(modern, "ask_both_task");
    var task = await(modern, id, "input_required");
    assertThat(keys(task)).isEqualTo(Set.of("name", "colour"));
    assertThat(task.path("inputRequests").path("name"))
        .isEqualTo(
            json(
                "{'method': 'elicitation/create', 'params': {'message': 'Your name?',"
                    + " 'requestedSchema': {'type': 'object', 'properties': {'name':"
                    + " {'type': 'string'}}, 'required': ['name']}}}"));
    assertThat(task.has("requestState")).isFalse();
    assertThat(get(modern, id).result()).isEqualTo(task);
  }

  @Test
  void some_of_the_answers_leave_the_others_open() {
    var id = startModern(modern, "ask_both_task");
    await(modern, id, "input_required");
    assertThat(update(modern, id, "{'colour': %s}".formatted(COLOUR)).result().propertyNames())
        .containsExactlyInAnyOrder("resultType", "_meta");
    var task = get(modern, id).result();
    assertThat(task.path("status").asString("")).isEqualTo("input_required");
    assertThat(keys(task)).isEqualTo(Set.of("name"));
    update(modern, id, "{'name': %s}".formatted(NAME)).result();
    assertThat(text(await(modern, id, "completed"))).isEqualTo("Ada likes red");
  }

  @Test
  void answers_to_what_was_not_asked_or_was_answered_before_are_ignored() {
    var id = startModern(modern, "ask_both_task");
    await(modern, id, "input_required");
    update(modern, id, "{'unknown': {}}").result();
    update(modern, id, "{'name': %s, 'other': 1}".formatted(NAME)).result();
    update(modern, id, "{'name': {'action': 'accept', 'content': {'name': 'Eve'}}}").result();
    assertThat(keys(get(modern, id).result())).isEqualTo(Set.of("colour"));
    update(modern, id, "{'colour': %s}".formatted(COLOUR)).result();
    assertThat(text(await(modern, id, "completed"))).isEqualTo("Ada likes red");
    assertThat(update(modern, id, "{'name': %s}".formatted(NAME)).result()).isNotNull();
  }

  @Test
  void a_question_that_is_asked_again_has_a_new_key() {
    var id = startModern(modern, "ask_task");
    var used = new HashSet<>(keys(await(modern, id, "input_required")));
    update(modern, id, "{'name': {'action': 'accept', 'content': {}}}").result();
    var again =
        Awaitility.await().until(() -> get(modern, id).result(), task -> task.has("inputRequests"));
    var next = keys(again);
    assertThat(next).hasSize(1).doesNotContainAnyElementsOf(used);
    update(modern, id, "{'%s': %s}".formatted(next.iterator().next(), NAME)).result();
    assertThat(text(await(modern, id, "completed"))).isEqualTo("Hello, Ada!");
  }

  @Test
  void one_question_after_the_other_is_asked_in_a_task() {
    var id = startModern(modern, "ask_twice_task");
    assertThat(keys(await(modern, id, "input_required"))).isEqualTo(Set.of("name"));
    update(modern, id, "{'name': %s}".formatted(NAME)).result();
    assertThat(keys(await(modern, id, "input_required"))).isEqualTo(Set.of("colour"));
    update(modern, id, "{'colour': %s}".formatted(COLOUR)).result();
    assertThat(text(await(modern, id, "completed"))).isEqualTo("Ada likes red");
  }

  @Test
  void a_refusal_of_the_user_is_an_answer() {
    var id = startModern(modern, "ask_task");
    await(modern, id, "input_required");
    update(modern, id, "{'name': {'action': 'decline'}}").result();
    assertThat(text(await(modern, id, "completed"))).isEqualTo("Hello, nobody!");
  }

  @Test
  void an_update_needs_an_object_of_answers() {
    var id = startModern(modern, "ask_task");
    await(modern, id, "input_required");
    assertThat(update(modern, id, "[]").code()).isEqualTo(-32602);
    assertThat(modern.request("tasks/update", "{'taskId': '%s'}".formatted(id)).code())
        .isEqualTo(-32602);
    assertThat(keys(get(modern, id).result())).isEqualTo(Set.of("name"));
  }

  @Test
  void cancelling_withdraws_the_questions() {
    var id = startModern(modern, "ask_task");
    await(modern, id, "input_required");
    cancel(modern, id).result();
    var task = get(modern, id).result();
    assertThat(task.path("status").asString("")).isEqualTo("cancelled");
    assertThat(task.has("inputRequests")).isFalse();
  }

  @Test
  void a_task_fails_if_its_client_cannot_be_asked() {
    var able = "{'extensions': {'io.modelcontextprotocol/tasks': {}}}";
    var id = startModern(modern.modern(able), "ask_task");
    var task = await(modern, id, "failed");
    assertThat(task.path("error").path("code").intValue()).isEqualTo(-32021);
    assertThat(task.path("error").path("data"))
        .isEqualTo(json("{'requiredCapabilities': {'elicitation': {'form': {}}}}"));
  }

  @Test
  void in_the_older_era_the_question_comes_while_the_client_waits_for_the_result() {
    var id = startLegacy(legacy, "ask");
    await(legacy, id, "input_required");
    var waiting = legacy.start("tasks/result", "{'taskId': '%s'}".formatted(id));
    var question = legacy.find("elicitation/create");
    assertThat(question.path("params").path("_meta").path(RELATED).path("taskId").asString(""))
        .isEqualTo(id);
    assertThat(question.path("params").path("message").asString("")).isEqualTo("Your name?");
    legacy.respond(question, NAME);
    assertThat(TestClient.await(waiting).text()).isEqualTo("Hello, Ada!");
    assertThat(get(legacy, id).result().path("status").asString("")).isEqualTo("completed");
  }

  @Test
  void in_the_older_era_each_question_of_a_task_is_sent_once() {
    var id = startLegacy(legacy, "ask_twice");
    var waiting = legacy.start("tasks/result", "{'taskId': '%s'}".formatted(id));
    legacy.respond(legacy.find("elicitation/create"), NAME);
    legacy.respond(legacy.find("elicitation/create"), COLOUR);
    assertThat(TestClient.await(waiting).text()).isEqualTo("Ada likes red");
    assertThat(legacy.inbox())
        .noneMatch(message -> message.path("method").asString("").equals("elicitation/create"));
  }

  @Test
  void in_the_older_era_an_error_of_the_client_makes_the_task_failed() {
    var id = startLegacy(legacy, "ask");
    var waiting = legacy.start("tasks/result", "{'taskId': '%s'}".formatted(id));
    legacy.respondError(legacy.find("elicitation/create"), -1, "no user here");
    var error = TestClient.await(waiting).error();
    assertThat(error.path("code").intValue()).isEqualTo(-32603);
    assertThat(error.path("message").asString("")).contains("no user here");
    assertThat(await(legacy, id, "failed").path("statusMessage").asString(""))
        .contains("no user here");
  }

  @Test
  void a_question_of_a_task_of_the_older_era_can_be_answered_in_the_newer_one() {
    var id = startLegacy(legacy, "ask");
    await(legacy, id, "input_required");
    assertThat(keys(get(modern, id).result())).isEqualTo(Set.of("name"));
    update(modern, id, "{'name': %s}".formatted(NAME)).result();
    assertThat(result(legacy, id).text()).isEqualTo("Hello, Ada!");
  }

  @Test
  void what_a_tool_asks_before_it_becomes_a_task_is_asked_by_the_call() {
    var first = modern.callTool("prepared").result();
    assertThat(first.path("resultType").asString("")).isEqualTo("input_required");
    assertThat(first.has("taskId")).isFalse();
    var retry = json("{'name': 'prepared', 'arguments': {}}");
    retry.set("requestState", first.path("requestState"));
    retry.putObject("inputResponses").set("name", json(NAME));
    var second = modern.request("tools/call", retry).result();
    assertThat(second.path("resultType").asString("")).isEqualTo("task");
    assertThat(second.has("requestState") || second.has("inputRequests")).isFalse();
    var done = await(modern, second.path("taskId").asString(""), "completed");
    assertThat(text(done)).isEqualTo("Hello, Ada!");
  }

  @Test
  void in_the_older_era_what_a_tool_asks_before_it_becomes_a_task_is_asked_during_the_call() {
    var call = legacy.start("tools/call", "{'name': 'prepared', 'task': {}}");
    legacy.respond(legacy.find("elicitation/create"), NAME);
    var id = TestClient.await(call).result().path("task").path("taskId").asString("");
    assertThat(result(legacy, id).text()).isEqualTo("Hello, Ada!");
  }
}
