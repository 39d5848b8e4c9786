package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.ELICITATION;
import static dev.baton.mcp.workflow.Told.accept;
import static dev.baton.mcp.workflow.Told.asked;
import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.get;
import static dev.baton.mcp.workflow.Told.isQuestion;
import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.retry;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.retryable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.TestClient;
import dev.baton.task.TaskLimits;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions that come from within a step, or to a run that was taken up. */
class AskingStepsTest {
  private static final String COLOUR = "{'colour': 'red'}";

  private static WorkflowBuilder begun(boolean durable) {
    var workflow =
        SequentialWorkflow.named("paint")
            .describedAs("paint a wall")
            .step("read", Tools.FETCH, arg("id", constant("n1")));
    return durable ? workflow.durable() : workflow;
  }

  private static SequentialWorkflow asking(boolean durable) {
    return begun(durable)
        .step("choose", Tools.ASK)
        .step("save", Tools.STORE, arg("text", fromStep("choose", "colour")))
        .build();
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void a_tools_question_is_the_answer_and_no_other_step_is_repeated(boolean http, boolean durable) {
    try (var server = WorkflowServer.serving(asking(durable))) {
      var client = server.modern(http, ELICITATION);
      var params = get("paint", "{}", "{}");
      var question = client.request("prompts/get", params);
      assertThat(asked(question)).containsExactly("choose/colour");
      var done = retry(client, "prompts/get", params, question, accept("choose/colour", COLOUR));
      assertThat(last(done)).contains("\"saved\": \"red\"");
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
      assertThat(server.tools().calls(Tools.ASK)).isEqualTo(2);
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("red");
      assertThat(Told.meta(done).path("task_status").asString("none"))
          .isEqualTo(durable ? "completed" : "none");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO_LEGACY", "HTTP_LEGACY"})
  void in_the_older_era_the_tools_question_is_sent_while_the_run_waits(Way way) {
    try (var server = WorkflowServer.serving(asking(true))) {
      var client = server.client(way);
      var answer = client.start("prompts/get", get("paint", "{}", "{}"));
      client.respond(
          client.find("elicitation/create"),
          "{'action': 'accept', 'content': %s}".formatted(COLOUR));
      assertThat(last(TestClient.await(answer))).contains("\"saved\": \"red\"");
      assertThat(server.tools().calls(Tools.ASK)).isOne();
    }
  }

  @Test
  void a_client_that_cannot_answer_the_tool_gets_the_handoff() {
    try (var server = WorkflowServer.serving(asking(false))) {
      assertThat(last(server.modern(false, "{}").request("prompts/get", get("paint", "{}", "{}"))))
          .startsWith("assistant: Step 'choose' failed: This request needs client capabilities");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void questions_of_a_step_and_of_its_tool_keep_their_answers_apart(boolean durable) {
    var workflow =
        begun(durable)
            .step("first", Tools.STORE, arg("text", fromStep("read", "nothing")))
            .step("second", Tools.STORE_ASKING, arg("text", fromStep("read", "nothing")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.modern(false, ELICITATION);
      var params = get("paint", "{}", "{}");
      var first = client.request("prompts/get", params);
      var second =
          retry(client, "prompts/get", params, first, accept("input-1", "{'text': 'ink'}"));
      assertThat(asked(second)).containsExactly("input-2");
      var third =
          retry(client, "prompts/get", params, second, accept("input-2", "{'text': 'paper'}"));
      assertThat(asked(third)).containsExactly("second/colour");
      var done = retry(client, "prompts/get", params, third, accept("second/colour", COLOUR));
      assertThat(last(done)).contains("\"saved\": \"red\"");
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("ink");
      assertThat(server.tools().texts(Tools.STORE_ASKING)).containsExactly("paper", "paper");
    }
  }

  @Test
  void no_other_step_runs_while_a_question_is_out() {
    var workflow =
        begun(false)
            .step("choose", Tools.ASK, retryable())
            .step("say", Tools.PLAIN)
            .withErrorStrategy(ErrorStrategy.collectErrors())
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.modern(false, ELICITATION);
      var params = get("paint", "{}", "{}");
      var question = client.request("prompts/get", params);
      assertThat(isQuestion(question)).isTrue();
      assertThat(server.tools().calls(Tools.PLAIN)).isZero();
      retry(client, "prompts/get", params, question, accept("choose/colour", COLOUR));
      assertThat(server.tools().calls(Tools.PLAIN)).isOne();
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
    }
  }

  @Test
  void a_step_that_may_be_retried_does_not_ask_twice_in_one_request() {
    var workflow =
        begun(false)
            .step("choose", Tools.ASK, retryable())
            .withErrorStrategy(ErrorStrategy.retry(3, Duration.ofMillis(1)))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var question =
          server.modern(false, ELICITATION).request("prompts/get", get("paint", "{}", "{}"));
      assertThat(isQuestion(question)).isTrue();
      assertThat(server.tools().calls(Tools.ASK)).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_run_that_is_taken_up_by_its_prompt_asks_in_turn(boolean http) {
    var workflow =
        begun(true)
            .step("first", Tools.STORE, arg("text", fromStep("read", "nothing")))
            .step("second", Tools.STORE, arg("text", fromStep("read", "nothing")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var mute = server.modern(http, "{}");
      var paused = mute.request("prompts/get", get("paint", "{}", "{}"));
      var client = server.modern(http, ELICITATION);
      var params = get("paint", "{}", "{'_task_id': '%s'}".formatted(Told.taskId(paused)));
      var first = client.request("prompts/get", params);
      var second =
          retry(client, "prompts/get", params, first, accept("input-1", "{'text': 'ink'}"));
      var done =
          retry(client, "prompts/get", params, second, accept("input-2", "{'text': 'paper'}"));
      assertThat(Told.meta(done).path("task_status").asString("")).isEqualTo("completed");
      assertThat(Told.taskId(done)).isEqualTo(Told.taskId(paused));
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("ink", "paper");
    }
  }

  @Test
  void a_resume_that_asks_remembers_its_inputs_and_its_run() {
    var workflow =
        begun(true)
            .step("first", Tools.STORE, arg("text", fromStep("read", "nothing")))
            .step("second", Tools.STORE, arg("text", fromStep("read", "nothing")))
            .step("wipe", Tools.WIPE, arg("target", fromStep("read", "id")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var mute = server.modern(false, "{}");
      var paused = Told.taskId(mute.request("prompts/get", get("paint", "{}", "{}")));
      var client = server.modern(false, ELICITATION);
      var params = call("workflow_resume", "{'inputs': {'wipe': {}}}");
      var first = client.request("tools/call", params);
      mute.request("prompts/get", get("paint", "{}", "{}"));
      var second = retry(client, "tools/call", params, first, accept("input-1", "{'text': 'ink'}"));
      var done =
          retry(client, "tools/call", params, second, accept("input-2", "{'text': 'paper'}"));
      assertThat(structured(done).path("task_id").asString("")).isEqualTo(paused);
      assertThat(structured(done).path("status").asString("")).isEqualTo("completed");
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("ink", "paper");
      assertThat(server.tools().calls(Tools.WIPE)).isOne();
    }
  }

  @Test
  void a_run_without_room_for_its_task_says_so_after_a_question_too() {
    var limits = TaskLimits.DEFAULT.withLivePerOwner(1);
    try (var server = WorkflowServer.within(limits, asking(true))) {
      server.modern(false, "{}").request("prompts/get", get("paint", "{}", "{}"));
      var client = server.modern(false, ELICITATION);
      var params = get("paint", "{}", "{}");
      var question = client.request("prompts/get", params);
      var done = retry(client, "prompts/get", params, question, accept("choose/colour", COLOUR));
      assertThat(Told.meta(done).path("durable").asBoolean(true)).isFalse();
      assertThat(Told.meta(done).path("durable_reason").asString(""))
          .startsWith("no task could be made: ");
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("red");
    }
  }

  @Test
  void a_question_whose_run_was_closed_meanwhile_is_an_error() {
    try (var server = WorkflowServer.serving(asking(true))) {
      var client = server.modern(false, ELICITATION);
      var params = get("paint", "{}", "{}");
      var question = client.request("prompts/get", params);
      client.callTool("workflow_complete", "{'result': 'enough'}");
      var late = retry(client, "prompts/get", params, question, accept("choose/colour", COLOUR));
      assertThat(late.code()).isEqualTo(-32602);
      assertThat(late.error().path("message").asString(""))
          .isEqualTo(
              "The run behind this request has ended or expired; begin a new run of 'paint'");
    }
  }
}
