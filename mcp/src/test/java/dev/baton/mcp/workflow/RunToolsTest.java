package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.TestClient;
import dev.baton.mcp.transport.TestTokens;
import dev.baton.workflow.SequentialWorkflow;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The tools with which a model follows, continues and completes a run. */
class RunToolsTest {
  /** Reads, needs a word of the client, and then a confirmation. */
  private static final SequentialWorkflow TIDY =
      SequentialWorkflow.named("tidy")
          .describedAs("tidy up")
          .step("read", Tools.FETCH, arg("id", constant("n1")))
          .step("note", Tools.STORE, guidance("Write why it can go."))
          .step("wipe", Tools.WIPE, arg("target", fromStep("read", "id")))
          .step("say", Tools.PLAIN)
          .durable()
          .build();

  /** A client that is not asked, so that runs pause. */
  private static TestClient client(WorkflowServer server, Way way) {
    return way.isModern()
        ? server.modern(way.isHttp(), Told.TASKS)
        : server.connect(way.isHttp()).legacy("2025-11-25", "{}");
  }

  private static JsonNode tool(TestClient client, String name, String arguments) {
    return structured(call(client, name, arguments, "{}"));
  }

  @ParameterizedTest
  @EnumSource
  void the_status_says_what_is_done_and_what_remains(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      var paused = prompt(client, "tidy", "{}");
      var status = tool(client, "workflow_status", "{}");
      assertThat(status.path("task_id").asString("")).isEqualTo(taskId(paused));
      assertThat(status.path("workflow").asString("")).isEqualTo("tidy");
      assertThat(status.path("status").asString("")).isEqualTo("working");
      assertThat(status.path("steps"))
          .isEqualTo(
              TestClient.json(
                      "{'steps': [{'name': 'read', 'tool': 'fetch', 'status': 'completed',"
                          + " 'result': {'id': 'n1', 'title': 'Title of n1'}},"
                          + "{'name': 'note', 'tool': 'store', 'status': 'pending'},"
                          + "{'name': 'wipe', 'tool': 'wipe', 'status': 'pending'},"
                          + "{'name': 'say', 'tool': 'plain', 'status': 'pending'}]}")
                  .path("steps"));
      assertThat(status.path("remaining"))
          .isEqualTo(
              TestClient.json(
                      "{'remaining': [{'step': 'note', 'tool': 'store', 'arguments':"
                          + " {'text': '<for you to choose: What to keep>'},"
                          + " 'guidance': 'Write why it can go.'},"
                          + "{'step': 'wipe', 'tool': 'wipe', 'arguments': {'target': 'n1'}},"
                          + "{'step': 'say', 'tool': 'plain', 'arguments': {}}]}")
                  .path("remaining"));
      assertThat("assistant: " + status.path("handoff").asString("")).isEqualTo(Told.last(paused));
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_long_result_is_shown_as_where_it_can_be_read(Way way) {
    var workflow =
        SequentialWorkflow.named("long")
            .describedAs("make much")
            .step("make", Tools.BIG, arg("size", constant(3_000)))
            .step("wipe", Tools.WIPE, arg("target", constant("x")))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = client(server, way);
      var id = taskId(prompt(client, "long", "{}"));

      var result = tool(client, "workflow_status", "{}").path("steps").path(0).path("result");

      var uri = "resource://tasks/%s/results/make".formatted(id);
      assertThat(result.path("preview").asString("")).hasSize(500);
      assertThat(result.path("bytes").asInt(0)).isGreaterThan(3_000);
      assertThat(result.path("resource").asString("")).isEqualTo(uri);
      var read = client.request("resources/read", "{'uri': '%s'}".formatted(uri)).result();
      assertThat(read.path("contents").path(0).path("text").asString(""))
          .hasSize(result.path("bytes").asInt(0))
          .startsWith(result.path("preview").asString(""));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_resume_runs_on_with_what_it_is_given_and_completes_at_the_end(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      var id = taskId(prompt(client, "tidy", "{}"));
      var paused = tool(client, "workflow_resume", "{'inputs': {'note': {'text': 'old'}}}");
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("old");
      assertThat(paused.path("handoff").asString(""))
          .startsWith("Step 'wipe' waits for a confirmation: ")
          .contains(
              "call workflow_resume with {\"task_id\": \"%s\", \"inputs\": {\"wipe\": {}}}"
                  .formatted(id));
      assertThat(server.tools().calls(Tools.WIPE)).isZero();
      var again = tool(client, "workflow_resume", "{'task_id': '%s'}".formatted(id));
      assertThat(again.path("handoff").asString("")).startsWith("Step 'wipe' waits");
      assertThat(server.tools().calls(Tools.WIPE)).isZero();
      var done = tool(client, "workflow_resume", "{'inputs': {'wipe': {}}}");
      assertThat(done.path("status").asString("")).isEqualTo("completed");
      assertThat(done.path("handoff").isNull()).isTrue();
      assertThat(done.path("remaining")).isEmpty();
      assertThat(server.tools().calls(Tools.WIPE)).isOne();
      assertThat(server.tools().calls(Tools.FETCH)).isOne();
      assertThat(server.task(id).status().wireName()).isEqualTo("completed");
    }
  }

  @ParameterizedTest
  @EnumSource
  void inputs_for_a_step_that_has_completed_are_named_as_not_used(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      prompt(client, "tidy", "{}");
      var first = tool(client, "workflow_resume", "{'inputs': {'note': {'text': 'old'}}}");
      assertThat(first.has("unused_inputs")).isFalse();

      var second =
          tool(client, "workflow_resume", "{'inputs': {'read': {}, 'note': {'text': 'new'}}}");

      assertThat(second.path("unused_inputs"))
          .isEqualTo(
              Json.array()
                  .add("step 'read' had completed before and does not run again")
                  .add(
                      "step 'note' had completed before and does not run again, so these were not"
                          + " used: text"));
      assertThat(second.path("steps")).isEqualTo(first.path("steps"));
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("old");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_step_that_has_completed_is_named_if_it_is_to_be_left_out(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      prompt(client, "tidy", "{}");

      var resumed = tool(client, "workflow_resume", "{'inputs': {'read': null, 'note': null}}");

      assertThat(resumed.path("unused_inputs"))
          .isEqualTo(
              Json.array().add("step 'read' had completed before and cannot be left out any more"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void steps_that_the_client_has_done_are_not_repeated_and_do_not_complete(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      var id = taskId(prompt(client, "tidy", "{}"));
      var meta = "{'_task_id': '%s'}".formatted(id);
      call(client, "store", "{'text': 'old'}", meta);
      call(client, "wipe", "{'target': 'n1'}", meta);
      call(client, "plain", "{}", meta);
      var status = tool(client, "workflow_resume", "{}");
      assertThat(status.path("status").asString("")).isEqualTo("working");
      assertThat(status.path("remaining")).isEmpty();
      assertThat(status.path("handoff").asString(""))
          .isEqualTo(
              "Every step is done. Call workflow_complete with {\"task_id\": \"%s\", \"result\": \"<what came of it>\"}."
                  .formatted(id));
      assertThat(server.tools().calls(Tools.WIPE)).isOne();
      assertThat(Told.last(prompt(client, "tidy", "{}", meta)))
          .startsWith("assistant: Every step is done. Call workflow_complete with {\"task_id\": ");
      var nothing = tool(client, "workflow_complete", "{'result': null}");
      assertThat(nothing.path("message").asString("")).isEqualTo("'result' is null");
      assertThat(
              tool(client, "workflow_complete", "{'result': 'tidy'}").path("status").asString(""))
          .isEqualTo("completed");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_is_found_by_how_its_id_begins_or_ends(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      var first = taskId(prompt(client, "tidy", "{}"));
      var second = taskId(prompt(client, "tidy", "{}"));
      tool(client, "workflow_complete", "{'task_id': '%s', 'result': 'x'}".formatted(first));

      for (var id : new String[] {first, second}) {
        for (var part : new String[] {id.substring(0, 30), id.substring(8)}) {
          assertThat(
                  tool(client, "workflow_status", "{'task_id': '%s'}".formatted(part))
                      .path("task_id")
                      .asString(""))
              .isEqualTo(id);
        }
      }
      var middle =
          tool(client, "workflow_status", "{'task_id': '%s'}".formatted(first.substring(2, 30)));
      assertThat(middle.path("code").asString("")).isEqualTo("not_found");
    }
  }

  @ParameterizedTest
  @EnumSource
  void without_a_task_id_only_one_open_run_can_be_meant(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      for (var name : new String[] {"workflow_status", "workflow_resume"}) {
        var none = tool(client, name, "{}");
        assertThat(none.path("code").asString("")).isEqualTo("not_found");
        assertThat(none.path("message").asString("")).isEqualTo("No workflow run is open");
      }
      var first = taskId(prompt(client, "tidy", "{}"));
      server.clock().advance(Duration.ofMinutes(2));
      var second = taskId(prompt(client, "tidy", "{}"));
      for (var name : new String[] {"workflow_status", "workflow_resume"}) {
        var both = tool(client, name, "{}");
        assertThat(both.path("code").asString("")).isEqualTo("ambiguous_target");
        assertThat(both.path("message").asString("")).isEqualTo("2 workflow runs are open");
        assertThat(both.path("details").path("runs"))
            .isEqualTo(
                TestClient.json(
                        "{'runs': [{'task_id': '%s', 'workflow': 'tidy', 'age_seconds': 0},{'task_id': '%s', 'workflow': 'tidy', 'age_seconds': 120}]}"
                            .formatted(second, first))
                    .path("runs"));
      }
      assertThat(
              tool(client, "workflow_complete", "{'task_id': '%s', 'result': 'x'}".formatted(first))
                  .path("status")
                  .asString(""))
          .isEqualTo("completed");
      assertThat(tool(client, "workflow_status", "{}").path("task_id").asString(""))
          .isEqualTo(second);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_has_ended_is_shown_and_not_changed(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      var id = taskId(prompt(client, "tidy", "{}"));
      tool(client, "workflow_complete", "{'result': {'pages': 3}}");
      assertThat(server.task(id).outcome().orElseThrow().toString()).contains("\"pages\":3");
      var named = "{'task_id': '%s'}".formatted(id);
      var shown = tool(client, "workflow_status", named);
      assertThat(shown.path("status").asString("")).isEqualTo("completed");
      assertThat(shown.path("remaining")).isEmpty();
      var resumed = tool(client, "workflow_resume", named);
      assertThat(resumed.path("code").asString("")).isEqualTo("already_done");
      assertThat(resumed.path("message").asString(""))
          .isEqualTo("The run of task %s is completed".formatted(id));
      var completed =
          tool(client, "workflow_complete", "{'task_id': '%s', 'result': 'x'}".formatted(id));
      assertThat(completed.path("code").asString("")).isEqualTo("already_done");
    }
  }

  @ParameterizedTest
  @EnumSource
  void inputs_for_a_step_that_there_is_not_are_refused(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      prompt(client, "tidy", "{}");
      var wrong = tool(client, "workflow_resume", "{'inputs': {'nowhere': {}, 'note': 'old'}}");
      assertThat(wrong.path("code").asString("")).isEqualTo("invalid_argument");
      assertThat(wrong.path("message").asString(""))
          .contains("unknown step 'nowhere' (known: read, note, wipe, say)")
          .contains("step 'note' takes an object of arguments");
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_argument_that_a_tool_does_not_have_is_refused_and_not_kept(Way way) {
    try (var server = WorkflowServer.serving(TIDY)) {
      var client = client(server, way);
      prompt(client, "tidy", "{}");
      var wrong =
          tool(
              client,
              "workflow_resume",
              "{'inputs': {'note': {'text': 'old'}, 'wipe': {'aim': 'x', '': 1}}}");
      assertThat(wrong.path("code").asString("")).isEqualTo("invalid_argument");
      assertThat(wrong.path("message").asString(""))
          .isEqualTo(
              "Workflow 'tidy' cannot take these inputs: step 'wipe' has no argument 'aim' (known: target); step 'wipe' has no argument '' (known: target)");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
      var right =
          tool(client, "workflow_resume", "{'inputs': {'note': {'text': 'old'}, 'wipe': {}}}");
      assertThat(right.path("status").asString("")).isEqualTo("completed");
    }
  }

  @Test
  void an_unknown_id_is_not_found() {
    try (var server = WorkflowServer.serving(TIDY)) {
      var id = taskId(prompt(server.of(TestTokens.ALICE), "tidy", "{}"));
      var bob = server.of(TestTokens.BOB);
      for (var unknown : new String[] {"nothing", "", id}) {
        var answer = tool(bob, "workflow_status", "{'task_id': '%s'}".formatted(unknown));
        assertThat(answer.path("code").asString("")).isEqualTo("not_found");
        assertThat(answer.path("message").asString(""))
            .isEqualTo("There is no workflow run with task id '%s'".formatted(unknown));
      }
    }
  }

  @Test
  void a_run_whose_workflow_is_not_served_any_more_can_be_seen_and_completed() {
    var other =
        SequentialWorkflow.named("other")
            .describedAs("do something else")
            .step("say", Tools.PLAIN)
            .durable()
            .build();
    try (var first = WorkflowServer.serving(TIDY)) {
      var id = taskId(prompt(client(first, Way.STDIO_LEGACY), "tidy", "{}"));
      try (var server = first.restarted(other)) {
        var client = client(server, Way.STDIO_MODERN);
        var status = tool(client, "workflow_status", "{}");
        assertThat(status.path("workflow").asString("")).isEqualTo("tidy");
        assertThat(status.path("steps")).hasSize(4);
        assertThat(status.path("handoff").asString(""))
            .isEqualTo(
                ("Workflow 'tidy' is not served any more, so the server cannot go on with this run."
                        + " Done: 'read' (fetch). Open: 'note' (store), 'wipe' (wipe), 'say' (plain). Make"
                        + " the calls yourself that are still wanted, then call workflow_complete with"
                        + " {\"task_id\": \"%1$s\", \"result\": \"<what came of it>\"}; or have"
                        + " the workflow served as it was, then call workflow_resume with"
                        + " {\"task_id\": \"%1$s\"}.")
                    .formatted(id));
        assertThat(tool(client, "workflow_resume", "{}").path("message").asString(""))
            .isEqualTo("Workflow 'tidy' is not served any more");
        assertThat(
                tool(client, "workflow_complete", "{'result': 'by hand'}")
                    .path("status")
                    .asString(""))
            .isEqualTo("completed");
        assertThat(server.task(id).status().wireName()).isEqualTo("completed");
      }
    }
  }
}
