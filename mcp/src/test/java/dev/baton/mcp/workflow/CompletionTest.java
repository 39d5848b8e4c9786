package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.SequentialWorkflow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run ends when it is told to, and its end can be read. */
class CompletionTest {
  private static final SequentialWorkflow HALF =
      SequentialWorkflow.named("half")
          .describedAs("do half of it")
          .step("read", Tools.FETCH, arg("id", constant("n1")))
          .step("break", Tools.FAIL)
          .durable()
          .build();

  private static Answer cancel(TestClient client, String id, String more) {
    return client.request("tasks/cancel", "{'taskId': '%s'%s}".formatted(id, more));
  }

  private static Answer poll(TestClient client, String id) {
    return client.request("tasks/get", "{'taskId': '%s'}".formatted(id));
  }

  @ParameterizedTest
  @EnumSource
  void calls_alone_never_complete_it(Way way) {
    var workflow =
        SequentialWorkflow.named("two")
            .describedAs("do two things")
            .step("wipe", Tools.WIPE, arg("target", constant("x")))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "two", "{}"));
      call(client, "wipe", "{'target': 'x'}", "{'_task_id': '%s'}".formatted(id));
      var polled = poll(client, id).result();
      assertThat(polled.path("status").asString("")).isEqualTo("working");
      assertThat(polled.path("_meta").path("_workflow.progress").path("steps").toString())
          .isEqualTo("[{\"name\":\"wipe\",\"tool\":\"wipe\",\"status\":\"completed\"}]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_cancellation_with_a_result_completes_it(Way way) {
    try (var server = WorkflowServer.serving(HALF)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "half", "{}"));
      var result = ", 'result': {'content': [{'type': 'text', 'text': 'done by hand'}]}";
      var reply = cancel(client, id, result).result();
      var polled = poll(client, id).result();
      assertThat(polled.path("status").asString("")).isEqualTo("completed");
      assertThat(polled.path("_meta").has("_workflow.progress")).isTrue();
      if (way.isModern()) {
        assertThat(reply.propertyNames()).containsExactlyInAnyOrder("resultType", "_meta");
        assertThat(polled.path("result").path("content").path(0).path("text").asString(""))
            .isEqualTo("done by hand");
      } else {
        assertThat(reply.path("status").asString("")).isEqualTo("completed");
        assertThat(reply.path("_meta").path("_workflow.result.read").path("id").asString(""))
            .isEqualTo("n1");
        var read = client.request("tasks/result", "{'taskId': '%s'}".formatted(id));
        assertThat(read.text()).isEqualTo("done by hand");
        assertThat(Told.meta(read).has("_workflow.progress")).isTrue();
      }
      var second = cancel(client, id, result);
      assertThat(second.code()).isEqualTo(-32602);
      assertThat(second.error().path("message").asString(""))
          .isEqualTo(
              "Task %s has ended and does not change any more; tasks/get shows how".formatted(id));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_cancellation_without_a_result_cancels_it(Way way) {
    try (var server = WorkflowServer.serving(HALF)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "half", "{}"));
      cancel(client, id, "").result();
      assertThat(poll(client, id).result().path("status").asString("")).isEqualTo("cancelled");
      assertThat(cancel(client, id, ", 'result': {}").code()).isEqualTo(-32602);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"'done'", "7", "false", "[1, 2]", "{'n': 1}"})
  void any_value_completes_it_and_can_be_read_again(String value) {
    try (var server = WorkflowServer.serving(HALF)) {
      var client = server.client(Way.STDIO_MODERN);
      var id = taskId(prompt(client, "half", "{}"));
      cancel(client, id, ", 'result': " + value).result();
      var polled = poll(client, id).result();
      assertThat(polled.path("status").asString("")).isEqualTo("completed");
      var result = polled.path("result");
      var expected = TestClient.json("{'v': %s}".formatted(value)).path("v");
      var structured = result.path("structuredContent");
      assertThat(expected.isObject() ? structured : structured.path("result")).isEqualTo(expected);
      assertThat(result.path("content").path(0).path("text").asString(""))
          .isEqualTo(expected.isString() ? "done" : expected.toString());
    }
  }

  @ParameterizedTest
  @EnumSource
  void null_is_no_result(Way way) {
    try (var server = WorkflowServer.serving(HALF)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "half", "{}"));
      cancel(client, id, ", 'result': null").result();
      assertThat(poll(client, id).result().path("status").asString("")).isEqualTo("cancelled");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_of_one_era_is_read_in_the_other(Way way) {
    try (var server = WorkflowServer.serving(HALF)) {
      var id = taskId(prompt(server.client(way), "half", "{}"));
      for (var other : Way.values()) {
        var polled = poll(server.client(other), id).result();
        assertThat(polled.path("_meta").path("_workflow.pause_reason").path("type").asString(""))
            .isEqualTo("toolError");
        assertThat(polled.has(other.isModern() ? "ttlMs" : "ttl")).isTrue();
      }
    }
  }
}
