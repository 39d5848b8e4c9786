package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.recorded;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.secret;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.SequentialWorkflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which of several steps with the same tool a client's call is recorded with. */
class StepMatchTest {
  /** Stops, and leaves three steps with the same tool and other arguments. */
  private static final SequentialWorkflow REGIONS =
      SequentialWorkflow.named("regions")
          .describedAs("go to the regions")
          .promptArg("token", secret())
          .step("break", Tools.FAIL)
          .step("first", Tools.STORE, arg("text", constant("us")), arg("count", constant(1L)))
          .step("second", Tools.STORE, arg("text", constant("eu")), arg("count", constant(2L)))
          .step("third", Tools.STORE, arg("text", constant("{token}")))
          .step(
              "last",
              Tools.STORE,
              arg("text", fromStep("second", "saved")),
              arg("count", constant(4L)))
          .durable()
          .build();

  private static String step(TestClient client, String id, String arguments) {
    return recorded(call(client, "store", arguments, "{'_task_id': '%s'}".formatted(id)))
        .path("step")
        .asString("");
  }

  @ParameterizedTest
  @EnumSource
  void calls_in_another_order_are_recorded_with_the_steps_whose_arguments_they_have(Way way) {
    try (var server = WorkflowServer.serving(REGIONS)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "regions", "{'token': 'geheim'}"));

      assertThat(step(client, id, "{'text': 'geheim'}")).isEqualTo("third");
      assertThat(step(client, id, "{'count': 2.0, 'text': 'eu'}")).isEqualTo("second");
      // the output of the second step is known now
      assertThat(step(client, id, "{'text': 'eu', 'count': 4}")).isEqualTo("last");
      assertThat(step(client, id, "{'text': 'us', 'count': 1}")).isEqualTo("first");
      assertThat(server.variable(id, "_workflow.result.second").path("saved").asString(""))
          .isEqualTo("eu");
    }
  }

  @Test
  void a_call_that_no_step_would_make_is_recorded_with_the_first_open_one() {
    try (var server = WorkflowServer.serving(REGIONS)) {
      var client = server.client(Way.STDIO_MODERN);
      var id = taskId(prompt(client, "regions", "{'token': 'geheim'}"));

      assertThat(step(client, id, "{'text': 'asia', 'count': 3}")).isEqualTo("first");
      assertThat(step(client, id, "{'text': 'asia', 'count': 3}")).isEqualTo("second");
    }
  }

  @Test
  void an_argument_that_is_not_known_yet_does_not_hide_the_step_that_is_meant() {
    try (var server = WorkflowServer.serving(REGIONS)) {
      var client = server.client(Way.STDIO_MODERN);
      var id = taskId(prompt(client, "regions", "{'token': 'geheim'}"));

      assertThat(step(client, id, "{'text': 'what comes', 'count': 4}")).isEqualTo("last");
    }
  }
}
