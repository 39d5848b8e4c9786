package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.get;
import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.meta;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.mcp.workflow.Told.trace;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import dev.baton.mcp.transport.TestTokens;
import dev.baton.task.InMemoryTaskStore;
import dev.baton.task.TaskLimits;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowBuilder;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Runs that have a task behind them. */
class DurableRunTest {
  private static WorkflowBuilder release(ToolHandle<?, ?> middle) {
    return SequentialWorkflow.named("release")
        .describedAs("release it")
        .step("read", Tools.FETCH, arg("id", constant("n1")))
        .step("middle", middle)
        .step("save", Tools.STORE, arg("text", fromStep("read", "title")))
        .durable();
  }

  private static Map<String, String> variables(JsonNode meta) {
    var variables = new LinkedHashMap<String, String>();
    meta.forEachEntry(
        (name, value) -> {
          if (name.startsWith("_workflow.")) {
            variables.put(name, value.toString());
          }
        });
    return variables;
  }

  private static String progress(String middle, String middleStatus, String saveStatus) {
    return ("{\"goal\":\"release: release it\",\"steps\":["
            + "{\"name\":\"read\",\"tool\":\"fetch\",\"status\":\"completed\"},"
            + "{\"name\":\"middle\",\"tool\":\"%s\",\"status\":\"%s\"},"
            + "{\"name\":\"save\",\"tool\":\"store\",\"status\":\"%s\"}],\"schemaVersion\":1}")
        .formatted(middle, middleStatus, saveStatus);
  }

  private static Answer poll(TestClient client, String id) {
    return client.request("tasks/get", "{'taskId': '%s'}".formatted(id));
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_succeeds_completes_its_task(Way way) {
    try (var server = WorkflowServer.serving(release(Tools.PLAIN).build())) {
      var client = server.client(way);
      var answer = prompt(client, "release", "{}");
      var id = taskId(answer);
      assertThat(meta(answer).path("task_status").asString("")).isEqualTo("completed");
      assertThat(meta(answer).path("durable").asBoolean(false)).isTrue();
      assertThat(meta(answer).has("durable_reason")).isFalse();
      assertThat(trace(answer)).noneMatch(message -> message.contains(id));
      var polled = poll(client, id).result();
      assertThat(polled.path("status").asString("")).isEqualTo("completed");
      assertThat(variables(polled.path("_meta")))
          .containsOnlyKeys(
              "_workflow.progress",
              "_workflow.call.read",
              "_workflow.result.read",
              "_workflow.call.middle",
              "_workflow.result.middle",
              "_workflow.call.save",
              "_workflow.result.save")
          .containsEntry("_workflow.progress", progress("plain", "completed", "completed"))
          .containsEntry("_workflow.result.read", "{\"id\":\"n1\",\"title\":\"Title of n1\"}")
          .containsEntry(
              "_workflow.result.middle", "[{\"type\":\"text\",\"text\":\"plain words\"}]")
          .containsEntry("_workflow.call.save", "{\"text\":\"Title of n1\"}");
      if (way.isModern()) {
        assertThat(polled.path("result").path("structuredContent").path("status").asString(""))
            .isEqualTo("completed");
      } else {
        var result = client.request("tasks/result", "{'taskId': '%s'}".formatted(id)).result();
        assertThat(result.path("structuredContent").path("workflow").asString(""))
            .isEqualTo("release");
        assertThat(variables(result.path("_meta"))).isEqualTo(variables(polled.path("_meta")));
        var listed = client.request("tasks/list", "{}").result().path("tasks");
        assertThat(listed).hasSize(1);
        assertThat(listed.path(0).has("_meta")).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'_task_id': 5}", "{'_task_id': ''}", "{'dev.baton/taskId': [1]}"})
  void a_task_id_that_is_none_begins_no_new_run(String meta) {
    try (var server = WorkflowServer.serving(release(Tools.PLAIN).build())) {
      var answer = prompt(server.client(Way.HTTP_MODERN), "release", "{}", meta);
      assertThat(answer.code()).isEqualTo(-32602);
      assertThat(server.tools().calls(Tools.FETCH)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_fails_keeps_its_task_working_and_rolls_nothing_back(Way way) {
    try (var server = WorkflowServer.serving(release(Tools.FAIL).build())) {
      var client = server.client(way);
      var answer = prompt(client, "release", "{}");
      assertThat(meta(answer).path("task_status").asString("")).isEqualTo("working");
      assertThat(last(answer))
          .isEqualTo(
              ("assistant: Step 'middle' failed: There is no such thing. Hint: Look elsewhere. To"
                      + " continue, call fail with other arguments, because it would fail again, than"
                      + " {}. Then call store with {\"text\": \"Title of n1\"}. This run is recorded,"
                      + " so you can also let the server go on from here: call workflow_resume with"
                      + " {\"task_id\": \"%1$s\"}. Use workflow_status with {\"task_id\": \"%1$s\"} to"
                      + " see where it stands, and workflow_complete with {\"task_id\": \"%1$s\","
                      + " \"result\": \"<what came of it>\"} when all is done.")
                  .formatted(taskId(answer)));
      var polled = poll(client, taskId(answer)).result();
      assertThat(polled.path("status").asString("")).isEqualTo("working");
      assertThat(variables(polled.path("_meta")))
          .containsOnlyKeys(
              "_workflow.progress",
              "_workflow.call.read",
              "_workflow.result.read",
              "_workflow.call.middle",
              "_workflow.result.middle",
              "_workflow.pause_reason")
          .containsEntry("_workflow.progress", progress("fail", "failed", "pending"))
          .containsEntry(
              "_workflow.result.middle",
              "{\"error\":\"There is no such thing\",\"retryable\":false,\"hint\":\"Look elsewhere\"}")
          .containsEntry(
              "_workflow.pause_reason",
              "{\"type\":\"toolError\",\"failedStep\":\"middle\",\"error\":\"There is no such"
                  + " thing\",\"retryable\":false,\"suggestedTool\":\"fail\"}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_step_is_recorded_before_it_runs_and_when_it_has_run(Way way) {
    try (var server = WorkflowServer.serving(release(Tools.WAIT).build())) {
      var client = server.client(way);
      var answer = client.start("prompts/get", get("release", "{}", "{}"));
      server.gate().awaitArrival();
      var other = server.client(way);
      var status = Told.structured(Told.call(other, "workflow_status", "{}", "{}"));
      var id = status.path("task_id").asString("");
      assertThat(server.variable(id, "_workflow.progress").toString())
          .isEqualTo(progress("wait", "running", "pending"));
      assertThat(server.variable(id, "_workflow.result.read").path("id").asString(""))
          .isEqualTo("n1");
      assertThat(server.variable(id, "_workflow.call.middle").toString()).isEqualTo("{}");
      server.gate().open();
      assertThat(meta(TestClient.await(answer)).path("task_status").asString(""))
          .isEqualTo("completed");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_run_that_ends_with_the_server_is_not_called_durable(boolean prompt) {
    try (var server =
        WorkflowServer.with(
            builder ->
                builder
                    .withTaskStore(new InMemoryTaskStore(Clock.systemUTC(), TaskLimits.DEFAULT))
                    .part(Workflows.of(release(Tools.FAIL).build())))) {
      var client = server.modern(false, Told.NOTHING);
      var facts =
          prompt
              ? meta(prompt(client, "release", "{}"))
              : Told.structured(Told.call(client, "run_release", "{}", "{}"));
      assertThat(facts.path("durable").asBoolean(true)).isFalse();
      assertThat(facts.path("durable_reason").asString(""))
          .isEqualTo(
              "this server keeps its tasks in memory: the run can be resumed until the server stops");
      var id = facts.path("task_id").asString("");
      var status = Told.call(client, "workflow_status", "{'task_id': '%s'}".formatted(id), "{}");
      assertThat(Told.structured(status).path("handoff").asString("")).contains("workflow_resume");
    }
  }

  @ParameterizedTest
  @EnumSource
  void if_the_store_fails_between_two_steps_the_run_answers_and_names_the_step(Way way) {
    try (var server = WorkflowServer.serving(release(Tools.HOOK).build())) {
      server.tools().onHook(() -> server.store().becomeReadOnly());
      var answer = prompt(server.client(way), "release", "{}");
      assertThat(last(answer)).contains("\"saved\": \"Title of n1\"");
      assertThat(meta(answer).path("durable").asBoolean(true)).isFalse();
      assertThat(meta(answer).path("durable_reason").asString(""))
          .isEqualTo("The result of step 'middle' could not be recorded: the disk is read-only");
      assertThat(meta(answer).path("task_status").asString("")).isEqualTo("working");
      server.store().recover();
    }
  }

  @Test
  void a_handoff_does_not_speak_of_a_record_that_is_not_there() {
    var workflow =
        SequentialWorkflow.named("release")
            .describedAs("release it")
            .step("break", Tools.HOOK)
            .step("fail", Tools.FAIL)
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      server.tools().onHook(() -> server.store().becomeReadOnly());
      var answer = prompt(server.client(Way.STDIO_MODERN), "release", "{}");
      assertThat(meta(answer).path("durable").asBoolean(true)).isFalse();
      assertThat(last(answer))
          .endsWith(
              "To continue, call fail with other arguments, because it would fail again, than {}.");
    }
  }

  @Test
  void a_store_that_recovers_in_time_has_everything() {
    var workflow =
        SequentialWorkflow.named("release")
            .describedAs("release it")
            .step("break", Tools.HOOK)
            .step("mend", Tools.WAIT)
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      server.tools().onHook(() -> server.store().becomeReadOnly());
      var client = server.client(Way.STDIO_MODERN);
      var answer = client.start("prompts/get", get("release", "{}", "{}"));
      server.gate().awaitArrival();
      server.store().recover();
      server.gate().open();
      var done = TestClient.await(answer);
      assertThat(meta(done).path("durable").asBoolean(false)).isTrue();
      assertThat(meta(done).path("task_status").asString("")).isEqualTo("completed");
      assertThat(server.variable(taskId(done), "_workflow.result.break").toString())
          .isEqualTo("{\"done\":true}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void without_room_for_a_task_a_run_goes_on_and_says_so(Way way) {
    var limits = TaskLimits.DEFAULT.withLivePerOwner(1);
    try (var server = WorkflowServer.within(limits, release(Tools.FAIL).build())) {
      var client = server.client(way);
      prompt(client, "release", "{}");
      var answer = prompt(client, "release", "{}");
      assertThat(meta(answer).has("task_id")).isFalse();
      assertThat(meta(answer).path("durable").asBoolean(true)).isFalse();
      assertThat(meta(answer).path("durable_reason").asString(""))
          .startsWith("no task could be made: ");
      assertThat(last(answer))
          .endsWith("Then call store with {\"text\": \"Title of n1\"}.")
          .doesNotContain("workflow_resume");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_is_ended_from_outside_stops_and_tells_the_truth(Way way) {
    try (var server = WorkflowServer.serving(release(Tools.WAIT).build())) {
      var client = server.client(way);
      var answer = client.start("prompts/get", get("release", "{}", "{}"));
      server.gate().awaitArrival();
      var other = server.client(way);
      var id =
          Told.structured(Told.call(other, "workflow_status", "{}", "{}"))
              .path("task_id")
              .asString("");
      other.request("tasks/cancel", "{'taskId': '%s'}".formatted(id));
      server.gate().open();
      var done = TestClient.await(answer);
      assertThat(meta(done).path("task_status").asString("")).isEqualTo("cancelled");
      assertThat(meta(done).path("durable").asBoolean(true)).isFalse();
      assertThat(last(done)).doesNotContain("workflow_resume");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_prompt_resumes_the_run_that_it_names_and_no_other(Way way) {
    try (var server = WorkflowServer.serving(release(Tools.FAIL).build(), other())) {
      var client = server.client(way);
      var unknown = prompt(client, "release", "{}", "{'_task_id': 'nothing'}");
      assertThat(unknown.code()).isEqualTo(-32602);
      assertThat(unknown.error().path("message").asString(""))
          .startsWith("There is no run of 'release' with task id 'nothing'");
      var id = taskId(prompt(client, "other", "{'id': 'n1'}"));
      var elsewhere = prompt(client, "release", "{}", "{'_task_id': '%s'}".formatted(id));
      assertThat(elsewhere.code()).isEqualTo(-32602);
      var changed = prompt(client, "other", "{'id': 'n2'}", "{'_task_id': '%s'}".formatted(id));
      assertThat(changed.error().path("message").asString(""))
          .contains("has another 'id'; leave the arguments out to resume it");
      var same =
          prompt(client, "other", "{'id': 'n1'}", "{'dev.baton/taskId': '%s'}".formatted(id));
      assertThat(taskId(same)).isEqualTo(id);
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
      client.request("tasks/cancel", "{'taskId': '%s'}".formatted(id));
      assertThat(
              prompt(client, "other", "{}", "{'_task_id': '%s'}".formatted(id))
                  .error()
                  .path("message")
                  .asString(""))
          .contains("is cancelled; get the prompt without '_task_id' to begin a new run");
    }
  }

  private static SequentialWorkflow other() {
    return SequentialWorkflow.named("other")
        .describedAs("do something else")
        .promptArg("id")
        .step("read", Tools.FETCH, arg("id", promptArg("id")))
        .step("fail", Tools.FAIL)
        .durable()
        .build();
  }

  @Test
  void another_owners_run_does_not_exist() {
    try (var server = WorkflowServer.serving(release(Tools.FAIL).build())) {
      var id = taskId(prompt(server.of(TestTokens.ALICE), "release", "{}"));
      var bob = server.of(TestTokens.BOB);
      assertThat(poll(bob, id).code()).isEqualTo(-32602);
      assertThat(prompt(bob, "release", "{}", "{'_task_id': '%s'}".formatted(id)).code())
          .isEqualTo(-32602);
      var status = Told.call(bob, "workflow_status", "{'task_id': '%s'}".formatted(id), "{}");
      assertThat(Told.structured(status).path("code").asString("")).isEqualTo("not_found");
    }
  }
}
