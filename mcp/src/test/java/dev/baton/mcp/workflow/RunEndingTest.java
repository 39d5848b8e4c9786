package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.get;
import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.meta;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ToolHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Runs that are cancelled or completed while a step of them is under way. */
class RunEndingTest {
  private static SequentialWorkflow release(ToolHandle<?, ?> middle) {
    return SequentialWorkflow.named("release")
        .describedAs("release it")
        .step("read", Tools.FETCH, arg("id", constant("n1")))
        .step("middle", middle)
        .step("save", Tools.STORE, arg("text", constant("done")))
        .durable()
        .build();
  }

  private static String only(TestClient client) {
    return structured(call(client, "workflow_status", "{}", "{}")).path("task_id").asString("");
  }

  private static JsonNode ended(TestClient client, String id, String status) {
    var task = client.request("tasks/get", "{'taskId': '%s'}".formatted(id)).result();
    assertThat(task.path("status").asString("")).isEqualTo(status);
    return task.path("_meta");
  }

  private static void tellsTheTruth(JsonNode variables) {
    assertThat(variables.path("_workflow.progress").path("steps").toString())
        .isEqualTo(
            "[{\"name\":\"read\",\"tool\":\"fetch\",\"status\":\"completed\"},"
                + "{\"name\":\"middle\",\"tool\":\"wait\",\"status\":\"failed\"},"
                + "{\"name\":\"save\",\"tool\":\"store\",\"status\":\"pending\"}]");
    assertThat(variables.path("_workflow.result.middle").toString())
        .isEqualTo("{\"error\":\"the run was ended while it ran\",\"uncertain\":true}");
    assertThat(variables.path("_workflow.pause_reason").toString())
        .isEqualTo(
            "{\"type\":\"interrupted\",\"failedStep\":\"middle\",\"suggestedTool\":\"wait\"}");
  }

  @ParameterizedTest
  @EnumSource
  void cancelling_interrupts_the_step_and_the_task_says_that_it_was_under_way(Way way) {
    try (var server = WorkflowServer.serving(release(Tools.WAIT))) {
      var answer = server.client(way).start("prompts/get", get("release", "{}", "{}"));
      server.gate().awaitArrival();
      var other = server.client(way);
      var id = only(other);
      other.request("tasks/cancel", "{'taskId': '%s'}".formatted(id));
      server.gate().awaitInterruption();
      tellsTheTruth(ended(other, id, "cancelled"));
      var done = TestClient.await(answer);
      assertThat(meta(done).path("task_status").asString("")).isEqualTo("cancelled");
      assertThat(meta(done).path("durable").asBoolean(true)).isFalse();
      assertThat(last(done))
          .isEqualTo(
              "assistant: Step 'middle' was interrupted while it ran: it may or may not have taken"
                  + " effect. Find out before you repeat it. Somebody has ended this run, it is"
                  + " cancelled: nothing remains to be called.");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void completing_interrupts_the_step_too(Way way) {
    try (var server = WorkflowServer.serving(release(Tools.WAIT))) {
      var answer = server.client(way).start("prompts/get", get("release", "{}", "{}"));
      server.gate().awaitArrival();
      var other = server.client(way);
      var id = only(other);
      var completed = structured(call(other, "workflow_complete", "{'result': 'enough'}", "{}"));
      assertThat(completed.path("status").asString("")).isEqualTo("completed");
      assertThat(completed.path("steps").path(1).path("status").asString("")).isEqualTo("failed");
      server.gate().awaitInterruption();
      tellsTheTruth(ended(other, id, "completed"));
      assertThat(meta(TestClient.await(answer)).path("task_status").asString(""))
          .isEqualTo("completed");
    }
  }

  @Test
  void a_tool_that_does_not_mind_the_interrupt_disturbs_nothing_after_it() {
    try (var server = WorkflowServer.serving(release(Tools.HOOK))) {
      var client = server.client(Way.STDIO_MODERN);
      var other = server.client(Way.STDIO_MODERN);
      server
          .tools()
          .onHook(
              () -> {
                var id = TestClient.json("{'taskId': '%s'}".formatted(only(other)));
                var _ = other.start("tasks/cancel", id);
                while (!Thread.currentThread().isInterrupted()) {
                  Thread.onSpinWait();
                }
              });
      var done = prompt(client, "release", "{}");
      assertThat(meta(done).path("task_status").asString("")).isEqualTo("cancelled");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
      assertThat(structured(call(client, "fetch", "{'id': 'n2'}", "{}")).path("id").asString(""))
          .isEqualTo("n2");
    }
  }

  @Test
  void another_process_can_end_a_run_and_the_step_is_told_as_uncertain() {
    try (var server = WorkflowServer.serving(release(Tools.WAIT));
        var beside = server.beside(release(Tools.WAIT))) {
      var answer = server.client(Way.STDIO_MODERN).start("prompts/get", get("release", "{}", "{}"));
      server.gate().awaitArrival();
      var other = beside.client(Way.STDIO_MODERN);
      var id = only(other);
      other.request("tasks/cancel", "{'taskId': '%s'}".formatted(id));
      tellsTheTruth(ended(other, id, "cancelled"));
      server.gate().open();
      var done = TestClient.await(answer);
      assertThat(meta(done).path("task_status").asString("")).isEqualTo("cancelled");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
    }
  }
}
