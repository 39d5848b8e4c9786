package dev.baton.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import java.time.Duration;
import org.awaitility.Awaitility;
import tools.jackson.databind.node.ObjectNode;

/** What tests of tasks do again and again. */
final class TaskTesting {
  static final String RELATED = "io.modelcontextprotocol/related-task";

  private TaskTesting() {}

  /** Starts a tool as a task in the older era and returns its id. */
  static String startLegacy(TestClient client, String tool) {
    return startLegacy(client, tool, "{}").path("taskId").asString("");
  }

  /** Starts a tool as a task in the older era, with these task parameters. */
  static ObjectNode startLegacy(TestClient client, String tool, String task) {
    var answer = callLegacy(client, tool, task);
    return (ObjectNode) answer.result().path("task");
  }

  static Answer callLegacy(TestClient client, String tool, String task) {
    return client.request(
        "tools/call",
        "{'name': '%s', 'arguments': {'text': 'hi'}, 'task': %s}".formatted(tool, task));
  }

  /** Calls a tool that becomes a task in the newer era and returns its id. */
  static String startModern(TestClient client, String tool) {
    var result = client.callTool(tool, "{'text': 'hi'}").result();
    assertThat(result.path("resultType").asString("")).isEqualTo("task");
    return result.path("taskId").asString("");
  }

  static Answer get(TestClient client, String id) {
    return client.request("tasks/get", "{'taskId': '%s'}".formatted(id));
  }

  static Answer cancel(TestClient client, String id) {
    return client.request("tasks/cancel", "{'taskId': '%s'}".formatted(id));
  }

  static Answer complete(TestClient client, String id, String result) {
    return client.request("tasks/cancel", "{'taskId': '%s', 'result': %s}".formatted(id, result));
  }

  static Answer result(TestClient client, String id) {
    return client.request("tasks/result", "{'taskId': '%s'}".formatted(id));
  }

  static Answer update(TestClient client, String id, String responses) {
    return client.request(
        "tasks/update", "{'taskId': '%s', 'inputResponses': %s}".formatted(id, responses));
  }

  /** Polls the task until it has this status, and returns it. */
  static ObjectNode await(TestClient client, String id, String status) {
    return Awaitility.await("task becomes " + status)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> get(client, id).result(),
            task -> task.path("status").asString("").equals(status));
  }
}
