package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.ELICITATION;
import static dev.baton.mcp.workflow.Told.accept;
import static dev.baton.mcp.workflow.Told.asked;
import static dev.baton.mcp.workflow.Told.get;
import static dev.baton.mcp.workflow.Told.isQuestion;
import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.autoRun;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.secret;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A run of a prompt that asks its client's user for what it lacks, and goes on. */
class QuestionsTest {
  private static final SequentialWorkflow GREET =
      SequentialWorkflow.named("greet")
          .describedAs("greet somebody")
          .promptArg("name", "Who is greeted")
          .promptArg("times", "How often", ofType(ArgumentType.INTEGER))
          .step(
              "save", Tools.STORE, arg("text", promptArg("name")), arg("count", promptArg("times")))
          .build();

  /** Reads, and then lacks the text of every step that is named. */
  private static SequentialWorkflow lacking(boolean durable, String... steps) {
    var workflow = begun("order", durable);
    for (var step : steps) {
      workflow.step(step, Tools.STORE, arg("text", fromStep("read", "nothing")));
    }
    return workflow.build();
  }

  private static WorkflowBuilder begun(String name, boolean durable) {
    var workflow =
        SequentialWorkflow.named(name)
            .describedAs("order something")
            .step("read", Tools.FETCH, arg("id", constant("n1")));
    return durable ? workflow.durable() : workflow;
  }

  private static Answer ask(TestClient client, ObjectNode params) {
    var answer = client.request("prompts/get", params);
    assertThat(isQuestion(answer)).as("%s", answer.message()).isTrue();
    return answer;
  }

  private static Answer retry(
      TestClient client, ObjectNode params, Answer asked, String key, String content) {
    return Told.retry(client, "prompts/get", params, asked, accept(key, content));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void missing_arguments_are_asked_for_in_one_form(boolean http) {
    try (var server = WorkflowServer.serving(GREET)) {
      var client = server.modern(http, ELICITATION);
      var params = get("greet", "{}", "{}");
      var question = ask(client, params);
      assertThat(asked(question)).containsExactly("arguments");
      var form = question.result().path("inputRequests").path("arguments");
      assertThat(form.path("method").asString("")).isEqualTo("elicitation/create");
      assertThat(form.path("params").path("message").asString(""))
          .isEqualTo("Workflow 'greet' needs: name, times");
      assertThat(form.path("params").path("requestedSchema"))
          .isEqualTo(
              TestClient.json(
                  "{'type': 'object', 'properties': {"
                      + "'name': {'type': 'string', 'description': 'Who is greeted'},"
                      + "'times': {'type': 'integer', 'description': 'How often'}},"
                      + " 'required': ['name', 'times']}"));
      var done =
          retry(client, params, question, "arguments", "{'name': 'Ada', 'times': 3.0, 'x': 1}");
      assertThat(last(done)).contains("\"saved\": \"Ada\"");
      assertThat(server.tools().made(Tools.STORE).getFirst().arguments().toString())
          .isEqualTo("{\"text\":\"Ada\",\"count\":3}");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void missing_arguments_of_the_tool_are_asked_for_too(boolean http) {
    try (var server = WorkflowServer.serving(GREET)) {
      var client = server.modern(http, ELICITATION);
      var params = Told.call("run_greet", "{'name': 'Ada'}");
      var question = client.request("tools/call", params);
      assertThat(isQuestion(question)).as("%s", question.message()).isTrue();
      assertThat(asked(question)).containsExactly("arguments");

      var done =
          Told.retry(
              client,
              "tools/call",
              params,
              question,
              accept("arguments", "{'name': 'Eve', 'times': 3.0}"));
      assertThat(Told.structured(done).path("status").asString("")).isEqualTo("completed");
      assertThat(server.tools().made(Tools.STORE).getFirst().arguments().toString())
          .isEqualTo("{\"text\":\"Ada\",\"count\":3}");
    }
  }

  @Test
  void who_declares_no_questions_or_gives_something_wrong_hears_what_is_missing_in_the_tool() {
    try (var server = WorkflowServer.serving(GREET)) {
      for (var answer :
          List.of(
              server.modern(false, Told.NOTHING).callTool("run_greet", "{'name': 'Ada'}"),
              server.modern(false, ELICITATION).callTool("run_greet", "{'name': 5}"))) {
        assertThat(isQuestion(answer)).isFalse();
        assertThat(Told.structured(answer).path("code").asString("")).isEqualTo("invalid_argument");
        assertThat(answer.message().toString()).contains("times");
      }
    }
  }

  @Test
  void an_answer_cannot_change_what_was_given() {
    try (var server = WorkflowServer.serving(GREET)) {
      var client = server.modern(false, ELICITATION);
      var params = get("greet", "{'name': 'Bob'}", "{}");
      var question = ask(client, params);
      retry(client, params, question, "arguments", "{'name': 'Eve', 'times': 1}");
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("Bob");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"decline", "cancel"})
  void who_declines_to_give_arguments_gets_the_error(String action) {
    try (var server = WorkflowServer.serving(GREET)) {
      var client = server.modern(false, ELICITATION);
      var params = get("greet", "{}", "{}");
      var answer =
          Told.retry(
              client,
              "prompts/get",
              params,
              ask(client, params),
              "{'arguments': {'action': '%s'}}".formatted(action));
      assertThat(answer.code()).isEqualTo(-32602);
      assertThat(answer.error().path("message").asString(""))
          .contains("argument 'name' is missing", "argument 'times' is missing");
    }
  }

  @Test
  void a_secret_is_never_asked_for() {
    var workflow =
        SequentialWorkflow.named("open")
            .describedAs("open a door")
            .promptArg("key", "For the door", secret())
            .step("use", Tools.STORE, arg("text", promptArg("key")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      assertThat(
              server
                  .modern(false, ELICITATION)
                  .request("prompts/get", get("open", "{}", "{}"))
                  .code())
          .isEqualTo(-32602);
    }
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void what_a_step_lacks_is_asked_for_and_no_step_is_repeated(boolean http, boolean durable) {
    try (var server = WorkflowServer.serving(lacking(durable, "save"))) {
      var client = server.modern(http, ELICITATION);
      var params = get("order", "{}", "{}");
      var question = ask(client, params);
      assertThat(asked(question)).containsExactly("input-1");
      var form = question.result().path("inputRequests").path("input-1").path("params");
      assertThat(form.path("message").asString(""))
          .isEqualTo("Step 'save' of workflow 'order' needs: text");
      assertThat(form.path("requestedSchema").path("properties").toString())
          .isEqualTo("{\"text\":{\"type\":\"string\",\"description\":\"What to keep\"}}");
      var done = retry(client, params, question, "input-1", "{'text': 'ink'}");
      assertThat(last(done)).contains("\"saved\": \"ink\"");
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("ink");
      assertThat(Told.meta(done).path("task_status").asString("none"))
          .isEqualTo(durable ? "completed" : "none");
    }
  }

  @ParameterizedTest
  @CsvSource({"decline, false", "cancel, true"})
  void who_declines_to_help_a_step_gets_the_handoff(String action, boolean durable) {
    try (var server = WorkflowServer.serving(lacking(durable, "save"))) {
      var client = server.modern(false, ELICITATION);
      var params = get("order", "{}", "{}");
      var answer =
          Told.retry(
              client,
              "prompts/get",
              params,
              ask(client, params),
              "{'input-1': {'action': '%s'}}".formatted(action));
      assertThat(last(answer))
          .startsWith(
              "assistant: Cannot proceed with step 'save': parameter 'text' cannot be resolved: the"
                  + " output 'read' has no field 'nothing'");
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
      assertThat(server.tools().calls(Tools.STORE)).isZero();
      assertThat(Told.meta(answer).path("task_status").asString("none"))
          .isEqualTo(durable ? "working" : "none");
    }
  }

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true"})
  void two_questions_in_one_run_keep_their_answers_apart(boolean durable, boolean http) {
    try (var server = WorkflowServer.serving(lacking(durable, "first", "second"))) {
      var client = server.modern(http, ELICITATION);
      var params = get("order", "{}", "{}");
      var second = retry(client, params, ask(client, params), "input-1", "{'text': 'ink'}");
      assertThat(asked(second)).containsExactly("input-2");
      var done = retry(client, params, second, "input-2", "{'text': 'paper'}");
      assertThat(last(done)).contains("\"saved\": \"paper\"");
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("ink", "paper");
    }
  }

  @Test
  void of_an_answer_only_what_was_asked_for_is_taken() {
    var workflow =
        begun("order", true)
            .step("wipe", Tools.WIPE, arg("target", fromStep("read", "nothing")), autoRun())
            .step("say", Tools.PLAIN)
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.modern(false, ELICITATION);
      var params = get("order", "{}", "{}");
      var question = ask(client, params);
      var done = retry(client, params, question, "input-1", "{'target': 'ink', 'aim': 'paper'}");
      assertThat(last(done)).contains("plain words");
      assertThat(server.tools().made(Tools.WIPE).getFirst().arguments().toString())
          .isEqualTo("{\"target\":\"ink\"}");
    }
  }

  @Test
  void a_step_that_lacks_something_else_afterwards_is_asked_for_that_alone() {
    var workflow =
        begun("order", false)
            .step(
                "save",
                Tools.STORE,
                arg("text", fromStep("read", "nothing")),
                arg("count", fromStep("read", "title")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.modern(false, ELICITATION);
      var params = get("order", "{}", "{}");
      var second = retry(client, params, ask(client, params), "input-1", "{'text': 'ink'}");
      assertThat(
              second
                  .result()
                  .path("inputRequests")
                  .path("input-2")
                  .path("params")
                  .path("message")
                  .asString(""))
          .isEqualTo("Step 'save' of workflow 'order' needs: count");
      retry(client, params, second, "input-2", "{'count': 2}");
      assertThat(server.tools().made(Tools.STORE).getFirst().arguments().toString())
          .isEqualTo("{\"text\":\"ink\",\"count\":2}");
    }
  }

  @Test
  void a_state_that_was_tampered_with_is_refused() {
    try (var server = WorkflowServer.serving(lacking(false, "save"), GREET)) {
      var client = server.modern(false, ELICITATION);
      var params = get("order", "{}", "{}");
      var state = ask(client, params).result().path("requestState").asString("");
      var forged =
          params.deepCopy().put("requestState", state.substring(0, state.length() - 4) + "AAAA");
      var refused = client.request("prompts/get", forged);
      assertThat(refused.code()).isEqualTo(-32602);
      assertThat(refused.error().path("message").asString(""))
          .isEqualTo(
              "'requestState' is not valid: it was changed, or sealed with another key. Repeat the"
                  + " request without it");
      var elsewhere = get("greet", "{}", "{}").put("requestState", state);
      assertThat(client.request("prompts/get", elsewhere).error().path("message").asString(""))
          .contains("it belongs to another request");
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
    }
  }

  @Test
  void clients_that_cannot_be_asked_get_the_handoff() {
    try (var server = WorkflowServer.serving(lacking(false, "save"))) {
      for (var client :
          List.of(
              server.modern(false, "{}"),
              server.modern(true, "{}"),
              server.client(Way.STDIO_LEGACY),
              server.client(Way.HTTP_LEGACY))) {
        var answer = client.request("prompts/get", get("order", "{}", "{}"));
        assertThat(last(answer)).startsWith("assistant: Cannot proceed with step 'save': ");
        assertThat(client.inbox()).isEmpty();
      }
    }
  }

  @Test
  void what_no_form_can_ask_for_is_handed_off() {
    var workflow =
        begun("send", false)
            .step("ship", Tools.SHIP, arg("address", fromStep("read", "address")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      assertThat(
              last(
                  server
                      .modern(false, ELICITATION)
                      .request("prompts/get", get("send", "{}", "{}"))))
          .startsWith("assistant: Cannot proceed with step 'ship': ");
    }
  }

  @Test
  void a_run_too_large_to_travel_is_handed_off_in_place_of_a_question() {
    var workflow =
        begun("heavy", false)
            .step("make", Tools.BIG, arg("size", constant(2 * 1024 * 1024)))
            .step("save", Tools.STORE, arg("text", fromStep("read", "nothing")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      assertThat(
              last(
                  server
                      .modern(false, ELICITATION)
                      .request("prompts/get", get("heavy", "{}", "{}"))))
          .startsWith("assistant: Cannot proceed with step 'save': ");
    }
  }
}
