package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.TASKS;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.autoRun;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.internal.schema.SchemaCheck;
import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.WorkflowBuilder;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A workflow as a tool and as a skill, and each way of serving it by itself. */
class WorkflowToolTest {
  private static WorkflowBuilder copy(ToolHandle<?, ?> last) {
    return SequentialWorkflow.named("copy-note")
        .describedAs("copy a note")
        .promptArg("id", "Which note")
        .promptArg("copies", "How many", ofType(ArgumentType.INTEGER), optional())
        .step("read", Tools.FETCH, arg("id", promptArg("id")))
        .step("save", last, arg("text", fromStep("read", "title")));
  }

  private static JsonNode listed(TestClient client, String list, String member, String name) {
    return client
        .request(list + "/list", "{}")
        .result()
        .path(list)
        .valueStream()
        .filter(entry -> entry.path(member).asString("").equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> names(TestClient client, String list, String member) {
    return client
        .request(list + "/list", "{}")
        .result()
        .path(list)
        .valueStream()
        .map(entry -> entry.path(member).asString(""))
        .toList();
  }

  /** Waits for the end of a task, and returns what its call came to. */
  private static JsonNode outcome(TestClient client, Way way, String id) {
    var done =
        await()
            .pollInterval(Duration.ofMillis(10))
            .until(
                () -> client.request("tasks/get", "{'taskId': '%s'}".formatted(id)).result(),
                task -> !task.path("status").asString("").equals("working"));
    assertThat(done.path("status").asString("")).isEqualTo("completed");
    return way.isModern()
        ? done.path("result").path("structuredContent")
        : structured(client.request("tasks/result", "{'taskId': '%s'}".formatted(id)));
  }

  /** Calls a tool as a task, in the way of the era. */
  private static String task(TestClient client, Way way, String tool, String arguments) {
    var params = Told.call(tool, arguments);
    if (!way.isModern()) {
      params.putObject("task");
    }
    var result = client.request("tools/call", params).result();
    return (way.isModern() ? result : result.path("task")).path("taskId").asString("");
  }

  @ParameterizedTest
  @EnumSource
  void it_answers_the_outcome_as_its_schema_says(Way way) {
    try (var server = WorkflowServer.serving(copy(Tools.STORE).build())) {
      var client = way.isModern() ? server.modern(way.isHttp(), "{}") : server.client(way);
      var tool = listed(client, "tools", "name", "run_copy_note");
      assertThat(tool.path("description").asString(""))
          .isEqualTo(
              """
              Runs the workflow 'copy-note' on the server: copy a note.
              Use when: this is what shall be done.
              Required: id.
              Optional: copies.
              Next: nothing if it completes; else what the answer's handoff says.
              Avoid: making the calls of its steps yourself beside it.""");
      assertThat(tool.path("inputSchema").path("properties").toString())
          .isEqualTo(
              "{\"id\":{\"type\":\"string\",\"description\":\"Which note\"},"
                  + "\"copies\":{\"type\":\"integer\",\"description\":\"How many\"}}");
      var answer = structured(client.callTool("run_copy_note", "{'id': 'n1', 'copies': 2}"));
      assertThat(new SchemaCheck((ObjectNode) tool.path("outputSchema")).check(answer)).isEmpty();
      assertThat(answer)
          .isEqualTo(
              TestClient.json(
                  "{'workflow': 'copy-note', 'status': 'completed', 'steps': ["
                      + "{'name': 'read', 'tool': 'fetch', 'status': 'completed'},"
                      + "{'name': 'save', 'tool': 'store', 'status': 'completed'}],"
                      + " 'result': {'saved': 'Title of n1'}, 'handoff': null}"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_pauses_says_so_with_the_handoff(Way way) {
    try (var server = WorkflowServer.serving(copy(Tools.FAIL).durable().build())) {
      var client = way.isModern() ? server.modern(way.isHttp(), "{}") : server.client(way);
      var tool = listed(client, "tools", "name", "run_copy_note");
      var result = client.callTool("run_copy_note", "{'id': 'n1'}");
      var answer = structured(result);
      assertThat(result.result().has("isError")).isFalse();
      assertThat(new SchemaCheck((ObjectNode) tool.path("outputSchema")).check(answer)).isEmpty();
      assertThat(answer.path("status").asString("")).isEqualTo("paused");
      assertThat(answer.path("durable").asBoolean(false)).isTrue();
      assertThat(answer.path("result"))
          .isEqualTo(TestClient.json("{'id': 'n1', 'title': 'Title of n1'}"));
      assertThat(answer.path("handoff").asString(""))
          .startsWith("Step 'save' failed: There is no such thing.")
          .contains("call workflow_resume");
      assertThat(server.task(answer.path("task_id").asString("")).status().wireName())
          .isEqualTo("working");
    }
  }

  @ParameterizedTest
  @EnumSource
  void wrong_arguments_are_refused_before_anything_runs(Way way) {
    try (var server = WorkflowServer.serving(copy(Tools.STORE).build())) {
      var client = way.isModern() ? server.modern(way.isHttp(), "{}") : server.client(way);
      var answer = client.callTool("run_copy_note", "{'copies': 'two', 'size': 1}");
      assertThat(answer.result().path("isError").asBoolean(false)).isTrue();
      assertThat(structured(answer).path("code").asString("")).isEqualTo("invalid_argument");
      assertThat(structured(answer).path("details").path("problems")).hasSize(3);
      var schema =
          (ObjectNode) listed(client, "tools", "name", "run_copy_note").path("outputSchema");
      assertThat(new SchemaCheck(schema).check(structured(answer))).isEmpty();
      assertThat(new SchemaCheck(schema).check(TestClient.json("{'steps': 1}"))).isNotEmpty();
      assertThat(server.tools().calls(Tools.FETCH)).isZero();
    }
  }

  @Test
  void every_field_of_its_answer_is_described() {
    try (var server = WorkflowServer.serving(copy(Tools.STORE).build())) {
      var client = server.client(Way.STDIO_MODERN);
      var properties =
          listed(client, "tools", "name", "run_copy_note").path("outputSchema").path("properties");
      var fields = properties.path("steps").path("items").path("properties");
      assertThat(fields.isEmpty()).isFalse();
      for (var part : List.of(properties, fields)) {
        part.forEachEntry(
            (name, field) -> assertThat(field.path("description").asString("")).isNotBlank());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void as_a_task_it_completes_with_the_outcome(Way way) {
    try (var server = WorkflowServer.serving(copy(Tools.STORE).build())) {
      var client = server.client(way);
      var id = task(client, way, "run_copy_note", "{'id': 'n1'}");
      assertThat(outcome(client, way, id).path("status").asString("")).isEqualTo("completed");
    }
  }

  @Test
  void where_no_task_can_be_stored_it_runs_at_once_and_says_that_it_is_not_durable() {
    try (var server = WorkflowServer.serving(copy(Tools.STORE).durable().build())) {
      server.store().becomeReadOnly();
      var client = server.client(Way.STDIO_MODERN);

      var answer = structured(client.callTool("run_copy_note", "{'id': 'n1'}"));

      assertThat(answer.path("status").asString("")).isEqualTo("completed");
      assertThat(answer.path("durable").asBoolean(true)).isFalse();
      assertThat(answer.path("durable_reason").asString("")).contains("read-only");
    }
  }

  @ParameterizedTest
  @EnumSource
  void as_a_task_that_pauses_it_completes_and_its_run_has_a_task_of_its_own(Way way) {
    try (var server = WorkflowServer.serving(copy(Tools.FAIL).durable().build())) {
      var client = server.client(way);
      var id = task(client, way, "run_copy_note", "{'id': 'n1'}");
      var outcome = outcome(client, way, id);
      assertThat(outcome.path("status").asString("")).isEqualTo("paused");
      assertThat(outcome.path("handoff").asString("")).startsWith("Step 'save' failed: ");
      var run = outcome.path("task_id").asString("");
      assertThat(run).isNotEmpty().isNotEqualTo(id);
      assertThat(server.task(run).status().wireName()).isEqualTo("working");
      var status = structured(Told.call(client, "workflow_status", "{}", "{}"));
      assertThat(status.path("task_id").asString("")).isEqualTo(run);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void as_a_task_it_asks_through_its_task(boolean http) {
    var workflow =
        SequentialWorkflow.named("lacking")
            .describedAs("lack something")
            .promptArg("id")
            .step("read", Tools.FETCH, arg("id", promptArg("id")))
            .step("save", Tools.STORE, arg("text", fromStep("read", "nothing")))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.modern(http, TestClient.ALL);
      var id = task(client, Way.HTTP_MODERN, "run_lacking", "{'id': 'n1'}");
      var asking =
          await()
              .pollInterval(Duration.ofMillis(10))
              .until(
                  () -> client.request("tasks/get", "{'taskId': '%s'}".formatted(id)).result(),
                  task -> task.path("status").asString("").equals("input_required"));
      assertThat(asking.path("inputRequests").has("input-1")).isTrue();
      client.request(
          "tasks/update",
          "{'taskId': '%s', 'inputResponses': %s}"
              .formatted(id, Told.accept("input-1", "{'text': 'ink'}")));
      assertThat(outcome(client, Way.HTTP_MODERN, id).path("status").asString(""))
          .isEqualTo("completed");
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("ink");
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
    }
  }

  @Test
  void a_run_as_a_task_has_all_the_time_that_it_needs() {
    var workflow =
        SequentialWorkflow.named("slow")
            .describedAs("take time")
            .step("first", Tools.HOOK)
            .step("second", Tools.PLAIN)
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      server.tools().onHook(() -> server.clock().advance(Duration.ofMinutes(5)));
      var client = server.modern(false, TASKS);
      var id = task(client, Way.STDIO_MODERN, "run_slow", "{}");
      assertThat(outcome(client, Way.STDIO_MODERN, id).path("status").asString(""))
          .isEqualTo("completed");
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_skill_tells_the_procedure_in_words(Way way) {
    try (var server = WorkflowServer.serving(copy(Tools.STORE).build())) {
      var client = server.client(way);
      var uri = "resource://skills/copy-note/SKILL.md";
      assertThat(listed(client, "resources", "uri", uri).path("mimeType").asString(""))
          .isEqualTo("text/markdown");
      var text =
          client
              .request("resources/read", "{'uri': '%s'}".formatted(uri))
              .result()
              .path("contents")
              .path(0)
              .path("text")
              .asString("");
      assertThat(text)
          .startsWith("---\nname: copy-note\ndescription: \"copy a note.\"\n---\n")
          .contains("### Step 1: read", "Call the tool `store` with:", "`run_copy_note`");
    }
  }

  @ParameterizedTest
  @EnumSource
  void each_way_can_be_had_alone(ServedAs only) {
    try (var server = WorkflowServer.serving(copy(Tools.STORE).servedAs(only).build())) {
      var client = server.client(Way.STDIO_MODERN);
      assertThat(names(client, "prompts", "name").contains("copy-note"))
          .isEqualTo(only == ServedAs.PROMPT);
      assertThat(names(client, "tools", "name").contains("run_copy_note"))
          .isEqualTo(only == ServedAs.TOOL);
      assertThat(names(client, "resources", "uri").contains("resource://skills/copy-note/SKILL.md"))
          .isEqualTo(only == ServedAs.SKILL);
      assertThat(names(client, "tools", "name")).doesNotContain("workflow_status");
    }
  }

  @Test
  void a_name_that_is_taken_is_refused_whatever_the_order() {
    var workflow = copy(Tools.STORE).build();
    assertThatThrownBy(
            () ->
                WorkflowServer.with(
                    builder ->
                        builder
                            .part(Workflows.of(workflow))
                            .prompt(
                                Prompt.named("copy-note", "Another")
                                    .messages((arguments, context) -> List.of()))))
        .hasMessageContaining("'copy-note'");
    assertThatThrownBy(
            () ->
                WorkflowServer.with(
                    builder ->
                        builder
                            .part(Workflows.of(workflow))
                            .tool(
                                Tool.withSchema(
                                        "run_copy_note", TestClient.json("{'type': 'object'}"))
                                    .description("Another")
                                    .handler((in, context) -> ToolResult.text("")))))
        .hasMessageContaining("'run_copy_note'");
    assertThatThrownBy(() -> WorkflowServer.serving(workflow, workflow))
        .hasMessageContaining("'copy-note'");
  }

  @Test
  void its_hints_are_those_of_the_steps_that_it_takes_by_itself() {
    var bold =
        SequentialWorkflow.named("bold")
            .describedAs("remove")
            .promptArg("target")
            .step("wipe", Tools.WIPE, arg("target", promptArg("target")), autoRun())
            .build();
    var careful =
        SequentialWorkflow.named("careful")
            .describedAs("remove")
            .promptArg("target")
            .step("wipe", Tools.WIPE, arg("target", promptArg("target")))
            .build();
    try (var server = WorkflowServer.serving(bold, careful)) {
      var client = server.client(Way.STDIO_MODERN);
      assertThat(
              listed(client, "tools", "name", "run_bold")
                  .path("annotations")
                  .path("destructiveHint")
                  .asBoolean(false))
          .isTrue();
      assertThat(
              listed(client, "tools", "name", "run_careful")
                  .path("annotations")
                  .path("destructiveHint")
                  .asBoolean(true))
          .isFalse();
    }
  }
}
