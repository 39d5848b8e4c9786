package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.get;
import static dev.baton.mcp.workflow.Told.meta;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.recorded;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ToolHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Runs that several processes can see. */
class SharedRunsTest {
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

  private static String named(String id) {
    return "{'task_id': '%s'}".formatted(id);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_step_that_one_process_makes_is_not_made_by_another(boolean olderRuns) {
    try (var older = WorkflowServer.serving(release(Tools.HOOK));
        var newer = older.beside(release(Tools.HOOK))) {
      var running = olderRuns ? older : newer;
      var other = olderRuns ? newer : older;
      var prompted = new AtomicReference<Answer>();
      var resumed = new AtomicReference<JsonNode>();
      var status = new AtomicReference<JsonNode>();
      running
          .tools()
          .onHook(
              () -> {
                var client = other.client(Way.HTTP_MODERN);
                var id = only(client);
                prompted.set(prompt(client, "release", "{}", "{'_task_id': '%s'}".formatted(id)));
                resumed.set(structured(call(client, "workflow_resume", named(id), "{}")));
                status.set(structured(call(client, "workflow_status", named(id), "{}")));
              });
      var answer = prompt(running.client(Way.STDIO_MODERN), "release", "{}");
      assertThat(meta(answer).path("task_status").asString("")).isEqualTo("completed");
      assertThat(meta(answer).path("durable").asBoolean(false)).isTrue();
      assertThat(prompted.get().code()).isEqualTo(-32602);
      assertThat(prompted.get().toString()).contains("Another process works on the run of task");
      assertThat(resumed.get().path("code").asString("")).isEqualTo("attempt_busy");
      assertThat(status.get().path("handoff").asString(""))
          .startsWith("The server is at work on this run; make no call now.");
      assertThat(status.get().path("steps").path(1).path("status").asString(""))
          .isEqualTo("running");
      assertThat(other.tools().calls(Tools.HOOK)).isZero();
      assertThat(running.tools().calls(Tools.HOOK)).isOne();
    }
  }

  @Test
  void a_process_that_starts_leaves_alone_what_another_is_making() {
    try (var first = WorkflowServer.serving(release(Tools.WAIT))) {
      var answer = first.client(Way.STDIO_MODERN).start("prompts/get", get("release", "{}", "{}"));
      first.gate().awaitArrival();
      try (var second = first.beside(release(Tools.WAIT))) {
        var id = only(second.client(Way.STDIO_MODERN));
        assertThat(second.variable(id, "_workflow.progress").toString())
            .contains("\"tool\":\"wait\",\"status\":\"running\"");
        assertThat(second.variable(id, "_workflow.pause_reason").isMissingNode()).isTrue();
      }
      first.gate().open();
      assertThat(meta(TestClient.await(answer)).path("task_status").asString(""))
          .isEqualTo("completed");
    }
  }

  @Test
  void a_process_beside_sees_that_one_has_died_and_takes_the_run_up() {
    try (var first = WorkflowServer.serving(release(Tools.WAIT));
        var second = first.beside(release(Tools.WAIT))) {
      var _ = first.client(Way.STDIO_MODERN).start("prompts/get", get("release", "{}", "{}"));
      first.gate().awaitArrival();
      first.store().die();
      var client = second.client(Way.STDIO_MODERN);
      var status = structured(call(client, "workflow_status", "{}", "{}"));
      assertThat(status.path("handoff").asString(""))
          .startsWith("Step 'middle' was interrupted while it ran: it may or may not have");
      second.gate().open();
      var resumed = structured(call(client, "workflow_resume", "{'inputs': {'middle': {}}}", "{}"));
      assertThat(resumed.path("status").asString("")).isEqualTo("completed");
      assertThat(second.tools().calls(Tools.FETCH)).isZero();
      first.gate().open();
    }
  }

  @ParameterizedTest
  @EnumSource
  void who_polls_sees_that_the_process_has_died(Way way) {
    try (var first = WorkflowServer.serving(release(Tools.WAIT));
        var second = first.beside(release(Tools.WAIT))) {
      var _ = first.client(Way.STDIO_MODERN).start("prompts/get", get("release", "{}", "{}"));
      first.gate().awaitArrival();
      var client = client(second, way);
      var id = only(client);
      assertThat(poll(client, id).path("_workflow.progress").toString()).contains("running");
      first.store().die();
      var left = poll(client, id);
      assertThat(left.path("_workflow.progress").path("steps").path(1).path("status").asString(""))
          .isEqualTo("failed");
      assertThat(left.path("_workflow.pause_reason").path("type").asString(""))
          .isEqualTo("interrupted");
      first.gate().open();
    }
  }

  private static TestClient client(WorkflowServer server, Way way) {
    return way.isModern() ? server.modern(way.isHttp(), Told.TASKS) : server.client(way);
  }

  private static JsonNode poll(TestClient client, String id) {
    var task = client.request("tasks/get", "{'taskId': '%s'}".formatted(id)).result();
    assertThat(task.path("status").asString("")).isEqualTo("working");
    return task.path("_meta");
  }

  private static SequentialWorkflow cautious() {
    return SequentialWorkflow.named("cautious")
        .describedAs("be careful")
        .step("wipe", Tools.WIPE, arg("target", constant("x")))
        .step("wait", Tools.WAIT)
        .durable()
        .build();
  }

  private static final String CONSENT = "{'inputs': {'wipe': {}}}";

  @Test
  void of_two_that_resume_at_the_same_moment_one_is_told_by_the_tool_to_wait() {
    try (var first = WorkflowServer.serving(cautious());
        var second = first.beside(cautious())) {
      prompt(first.client(Way.STDIO_MODERN), "cautious", "{}");
      var other = second.client(Way.STDIO_MODERN);
      first
          .store()
          .beforeNextWrite(
              () -> {
                var _ = other.start("tools/call", Told.call("workflow_resume", CONSENT));
                second.gate().awaitArrival();
              });
      var answer =
          structured(call(first.client(Way.STDIO_MODERN), "workflow_resume", CONSENT, "{}"));
      assertThat(answer.path("code").asString("")).isEqualTo("attempt_busy");
      assertThat(answer.path("hint").asString(""))
          .isEqualTo("Call workflow_status until no step is running, then repeat workflow_resume");
      assertThat(first.tools().calls(Tools.WIPE)).isZero();
      second.gate().open();
    }
  }

  @Test
  void a_run_that_is_completed_as_it_is_resumed_is_already_done() {
    try (var first = WorkflowServer.serving(cautious());
        var second = first.beside(cautious())) {
      prompt(first.client(Way.STDIO_MODERN), "cautious", "{}");
      var other = second.client(Way.STDIO_MODERN);
      first
          .store()
          .beforeNextWrite(() -> call(other, "workflow_complete", "{'result': 'enough'}", "{}"));
      var answer =
          structured(call(first.client(Way.STDIO_MODERN), "workflow_resume", CONSENT, "{}"));
      assertThat(answer.path("code").asString("")).isEqualTo("already_done");
      assertThat(first.tools().calls(Tools.WIPE)).isZero();
    }
  }

  @Test
  void a_run_can_be_seen_though_another_process_took_it_while_the_store_missed_what_was_done() {
    try (var first = WorkflowServer.serving(cautious());
        var second = first.beside(cautious())) {
      var client = client(first, Way.STDIO_MODERN);
      var id = taskId(prompt(client, "cautious", "{}"));
      first.gate().open();
      first.store().becomeReadOnly();
      call(client, "workflow_resume", CONSENT, "{}");
      first.store().recover();
      var other = second.client(Way.STDIO_MODERN);
      var _ = other.start("tools/call", Told.call("workflow_resume", CONSENT));
      second.gate().awaitArrival();
      assertThat(poll(client, id).path("_workflow.progress").toString()).contains("running");
      var status = structured(call(client, "workflow_status", "{}", "{}"));
      assertThat(status.path("handoff").asString("")).startsWith("The server is at work");
      second.gate().open();
    }
  }

  @Test
  void a_call_is_recorded_for_the_step_that_a_dead_process_left() {
    try (var first = WorkflowServer.serving(release(Tools.WAIT));
        var second = first.beside(release(Tools.WAIT))) {
      var _ = first.client(Way.STDIO_MODERN).start("prompts/get", get("release", "{}", "{}"));
      first.gate().awaitArrival();
      var client = second.client(Way.STDIO_MODERN);
      var id = only(client);
      first.store().die();
      second.gate().open();
      var note = recorded(call(client, "wait", "{}", "{'_task_id': '%s'}".formatted(id)));
      assertThat(note.path("step").asString("")).isEqualTo("middle");
      first.gate().open();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_has_paused_is_taken_up_by_any_process(Way way) {
    var workflow =
        SequentialWorkflow.named("release")
            .describedAs("release it")
            .step("wipe", Tools.WIPE, arg("target", constant("x")))
            .step("save", Tools.STORE, arg("text", constant("done")))
            .durable()
            .build();
    try (var first = WorkflowServer.serving(workflow);
        var second = first.beside(workflow)) {
      var id = taskId(prompt(first.client(way), "release", "{}"));
      assertThat(second.task(id).holder()).isEmpty();
      var again = structured(call(second.client(way), "workflow_resume", "{}", "{}"));
      assertThat(again.path("status").asString("")).isEqualTo("working");
      assertThat(second.task(id).holder()).isEmpty();
      var resumed =
          structured(call(first.client(way), "workflow_resume", "{'inputs': {'wipe': {}}}", "{}"));
      assertThat(resumed.path("status").asString("")).isEqualTo("completed");
    }
  }

  @Test
  void a_tool_that_runs_as_a_task_is_failed_only_when_its_process_has_died() {
    try (var first = WorkflowServer.serving(release(Tools.PLAIN))) {
      var params = Told.call("wait", "{}");
      params.putObject("task");
      var id =
          first
              .client(Way.STDIO_LEGACY)
              .request("tools/call", params)
              .result()
              .path("task")
              .path("taskId")
              .asString("");
      first.gate().awaitArrival();
      try (var second = first.beside(release(Tools.PLAIN))) {
        var client = second.client(Way.STDIO_LEGACY);
        var poll = "{'taskId': '%s'}".formatted(id);
        assertThat(client.request("tasks/get", poll).result().path("status").asString(""))
            .isEqualTo("working");
        first.store().die();
        var left = client.request("tasks/get", poll).result();
        assertThat(left.path("status").asString("")).isEqualTo("failed");
        assertThat(left.path("statusMessage").asString(""))
            .startsWith("The server stopped while tool 'wait' was running");
      }
      first.gate().open();
    }
  }
}
