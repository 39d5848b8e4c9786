package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.completedBy;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.oneOf;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.secret;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.argument.Secrets;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a workflow is given, before anything runs. */
class ArgumentsTest {
  private static final SequentialWorkflow PAINT =
      SequentialWorkflow.named("paint")
          .describedAs("paint a wall")
          .promptArg("colour", "Which colour", oneOf("red", "green", "grey"))
          .promptArg("wall", "Which wall", completedBy(typed -> List.of(typed + "1", typed + "2")))
          .promptArg("coats", "How many", ofType(ArgumentType.INTEGER))
          .promptArg("key", "For the door", secret(), optional())
          .step(
              "save",
              Tools.STORE,
              arg("text", promptArg("colour")),
              arg("count", promptArg("coats")))
          .build();

  @ParameterizedTest
  @EnumSource
  void all_that_is_wrong_is_one_error(Way way) {
    try (var server = WorkflowServer.serving(PAINT)) {
      var answer =
          prompt(
              server.client(way),
              "paint",
              "{'colour': 'blue', 'coats': 'two', 'size': 'big', 'kind': 'x'}");
      assertThat(answer.code()).isEqualTo(-32602);
      assertThat(answer.error().path("message").asString(""))
          .startsWith("Workflow 'paint' cannot start: ")
          .contains("argument 'colour' must be one of red, green, grey, got 'blue'")
          .contains("argument 'wall' is missing (Which wall)")
          .contains("argument 'coats' must be an integer, got 'two'")
          .contains("unknown argument 'kind' (known: colour, wall, coats, key)")
          .contains("unknown argument 'size' (known: colour, wall, coats, key)");
      assertThat(answer.error().path("data").toString())
          .contains("colour", "wall", "coats", "kind", "size");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
    }
  }

  @Test
  void missing_ones_are_an_error_for_clients_that_cannot_be_asked() {
    try (var server = WorkflowServer.serving(PAINT)) {
      for (var client :
          List.of(
              server.modern(false, "{}"),
              server.modern(true, "{'elicitation': {'url': {}}}"),
              server.client(Way.STDIO_LEGACY),
              server.client(Way.HTTP_LEGACY))) {
        var answer = prompt(client, "paint", "{'wall': 'north'}");
        assertThat(answer.code()).isEqualTo(-32602);
        assertThat(answer.error().path("message").asString(""))
            .contains("argument 'colour' is missing", "argument 'coats' is missing");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void they_complete_from_their_values_or_their_source(Way way) {
    try (var server = WorkflowServer.serving(PAINT)) {
      var client = server.client(way);
      assertThat(completions(client, "colour", "gr")).isEqualTo("[\"green\",\"grey\"]");
      assertThat(completions(client, "colour", "")).isEqualTo("[\"red\",\"green\",\"grey\"]");
      assertThat(completions(client, "wall", "n")).isEqualTo("[\"n1\",\"n2\"]");
      assertThat(completions(client, "coats", "")).isEqualTo("[]");
    }
  }

  private static String completions(TestClient client, String argument, String typed) {
    var params = Json.object();
    params.putObject("ref").put("type", "ref/prompt").put("name", "paint");
    params.putObject("argument").put("name", argument).put("value", typed);
    return client
        .request("completion/complete", params)
        .result()
        .path("completion")
        .path("values")
        .toString();
  }

  @ParameterizedTest
  @EnumSource
  void a_prompt_is_listed_with_its_arguments(Way way) {
    try (var server = WorkflowServer.serving(PAINT)) {
      var listed =
          server.client(way).request("prompts/list", "{}").result().path("prompts").path(0);
      assertThat(listed.path("name").asString("")).isEqualTo("paint");
      assertThat(listed.path("arguments").valueStream().map(a -> a.path("name").asString("")))
          .containsExactly("colour", "wall", "coats", "key");
      assertThat(listed.path("arguments").path(3).path("required").asBoolean(false)).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_secret_is_shown_to_nobody(Way way) {
    var workflow =
        SequentialWorkflow.named("open")
            .describedAs("open a door")
            .promptArg("key", "For the door", secret())
            .step("use", Tools.STORE, arg("text", promptArg("key")))
            .step("fail", Tools.FAIL)
            .step("again", Tools.STORE, arg("text", promptArg("key")))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(way);
      var answer = prompt(client, "open", "{'key': 'sesame'}");
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("sesame");
      assertThat(answer.message().toString()).doesNotContain("sesame").contains("***");
      assertThat(last(answer))
          .contains("Values shown as *** are secret: the server knows them, you do not.");
      var continued =
          Told.call(
              client,
              "store",
              "{'text': 'sesame'}",
              "{'_task_id': '%s', 'dev.baton/step': 'again'}".formatted(Told.taskId(answer)));
      assertThat(Told.recorded(continued).path("step").asString("")).isEqualTo("again");
      assertThat(server.variable(Told.taskId(answer), "_workflow.call.again").toString())
          .isEqualTo("{\"text\":\"***\"}");

      var task =
          client.request("tasks/get", "{'taskId': '%s'}".formatted(Told.taskId(answer))).result();
      assertThat(task.path("_meta").path("_workflow.result.use"))
          .isEqualTo(TestClient.json("{'saved': '***'}"));
      assertThat(task.toString()).doesNotContain("sesame");
      assertThat(server.variable(Told.taskId(answer), "_workflow.result.use"))
          .isEqualTo(TestClient.json("{'saved': 'sesame'}"));
      assertThat(client.inbox().toString()).doesNotContain("sesame");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_secret_is_not_shown_to_who_begins_to_listen(boolean http) {
    var workflow =
        SequentialWorkflow.named("open")
            .describedAs("open a door")
            .promptArg("key", "For the door", secret())
            .step("use", Tools.STORE, arg("text", promptArg("key")))
            .step("fail", Tools.FAIL)
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.modern(http, Told.TASKS);
      var id = Told.taskId(prompt(client, "open", "{'key': 'sesame'}"));
      var _ =
          client.start(
              "subscriptions/listen", "{'notifications': {'taskIds': ['%s']}}".formatted(id));
      client.next("notifications/subscriptions/acknowledged");
      var now = client.next("notifications/tasks").path("params").path("_meta");
      assertThat(now.path("_workflow.result.use")).isEqualTo(TestClient.json("{'saved': '***'}"));
      assertThat(now.toString()).doesNotContain("sesame");
    }
  }

  @Test
  void a_secret_in_the_message_of_a_tool_that_crashes_stays_out_of_the_log() {
    var workflow =
        SequentialWorkflow.named("open")
            .promptArg("key", "For the door", secret())
            .step("crash", Tools.CRASH)
            .build();
    var secrets = Secrets.of(workflow, TestClient.json("{'key': 'sesame'}"));
    var failure = new IllegalStateException("no", new IOException("bad key sesame"));

    assertThat(ServerHost.told(failure, secrets))
        .contains("IllegalStateException: no", "at dev.baton", "IOException: bad key ***")
        .doesNotContain("sesame");
  }

  @ParameterizedTest
  @EnumSource
  void a_value_that_is_no_text_is_told_with_everything_else_that_is_wrong(Way way) {
    try (var server = WorkflowServer.serving(PAINT)) {
      var error =
          prompt(server.client(way), "paint", "{'wall': 5, 'coats': 'many', 'key': 1}").error();
      assertThat(error.path("code").asInt()).isEqualTo(-32602);
      assertThat(
              error
                  .path("data")
                  .path("problems")
                  .valueStream()
                  .map(
                      it ->
                          it.path("argument").asString("") + " " + it.path("problem").asString("")))
          .containsExactly("colour missing", "wall invalid", "coats invalid", "key invalid");
      assertThat(error.path("message").asString(""))
          .contains(
              "argument 'wall' must be a string, as every argument of a prompt, got '5'",
              "argument 'coats' must be an integer, got 'many'",
              "argument 'key' must be a string, as every argument of a prompt, got '***'");
    }
  }

  @Test
  void a_trace_has_the_arguments_as_they_were_given() {
    try (var server = WorkflowServer.serving(PAINT)) {
      var trace =
          Told.trace(
              prompt(
                  server.client(Way.STDIO_MODERN),
                  "paint",
                  "{'colour': 'red', 'wall': 'north', 'coats': '007'}"));
      assertThat(trace.getFirst()).contains("  - coats: \"007\"");
      assertThat(server.tools().made(Tools.STORE).getFirst().arguments().path("count").asInt())
          .isEqualTo(7);
    }
  }
}
