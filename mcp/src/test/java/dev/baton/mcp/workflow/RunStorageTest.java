package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.get;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.recorded;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.retryable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import dev.baton.mcp.transport.TestTokens;
import dev.baton.workflow.SequentialWorkflow;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of runs: large results, those of a server that died, and many at the same time. */
@Tag("slow")
class RunStorageTest {
  private static final int LARGE = 2 * 1024 * 1024;

  private static SequentialWorkflow waiting(boolean repeatable) {
    var builder =
        SequentialWorkflow.named("waiting")
            .describedAs("wait")
            .step("read", Tools.FETCH, arg("id", constant("n1")));
    builder =
        repeatable
            ? builder.step("wait", Tools.WAIT, retryable())
            : builder.step("wait", Tools.WAIT);
    return builder
        .step("save", Tools.STORE, arg("text", fromStep("read", "title")))
        .durable()
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void a_large_result_is_kept_whole_where_its_variable_says(Way way) {
    var workflow =
        SequentialWorkflow.named("large")
            .describedAs("make much")
            .step("make", Tools.BIG, arg("size", constant(LARGE)))
            .step("wipe", Tools.WIPE, arg("target", constant("x")))
            .step("save", Tools.STORE, arg("text", fromStep("make", "text")))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "large", "{}"));
      var kept = server.variable(id, "_workflow.result.make");
      var uri = "resource://tasks/%s/results/make".formatted(id);
      assertThat(kept.path("resource").asString("")).isEqualTo(uri);
      assertThat(kept.path("bytes").asInt(0)).isEqualTo(LARGE + 11);
      assertThat(kept.path("preview").asString("")).startsWith("{\"text\":\"xxx").hasSize(500);
      var read = client.request("resources/read", "{'uri': '%s'}".formatted(uri));
      assertThat(read.result().path("contents").path(0).path("text").asString(""))
          .hasSize(LARGE + 11);
      var resumed = structured(call(client, "workflow_resume", "{'inputs': {'wipe': {}}}", "{}"));
      assertThat(resumed.path("status").asString("")).isEqualTo("completed");
      assertThat(server.tools().texts(Tools.STORE).getFirst()).hasSize(LARGE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void large_arguments_of_a_step_do_not_break_the_record(Way way) {
    var workflow =
        SequentialWorkflow.named("large")
            .describedAs("pass much on")
            .step("make", Tools.BIG, arg("size", constant(LARGE)))
            .step("save", Tools.STORE, arg("text", fromStep("make", "text")))
            .step("wipe", Tools.WIPE, arg("target", constant("x")))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(way);
      var answer = prompt(client, "large", "{}");
      var id = taskId(answer);
      assertThat(Told.meta(answer).path("durable").asBoolean(false)).isTrue();
      assertThat(server.variable(id, "_workflow.call.save").path("resource").asString(""))
          .isEqualTo("resource://tasks/%s/results/call.save".formatted(id));
      var params = Told.call("store", "{'text': '%s'}".formatted("y".repeat(LARGE)));
      params.set("_meta", TestClient.json("{'_task_id': '%s'}".formatted(id)));
      var continued = client.request("tools/call", params);
      assertThat(recorded(continued).path("step").asString("")).isEqualTo("save");
      assertThat(server.task(id).variableBytes()).isLessThan(10_000);
    }
  }

  @Test
  void a_large_result_is_its_owners_alone() {
    var workflow =
        SequentialWorkflow.named("large")
            .describedAs("make much")
            .step("make", Tools.BIG, arg("size", constant(LARGE)))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var id = taskId(prompt(server.of(TestTokens.ALICE), "large", "{}"));
      var uri = "{'uri': 'resource://tasks/%s/results/make'}".formatted(id);
      assertThat(
              server.of(TestTokens.ALICE).request("resources/read", uri).result().has("contents"))
          .isTrue();
      assertThat(server.of(TestTokens.BOB).request("resources/read", uri).code()).isEqualTo(-32602);
    }
  }

  @Test
  void large_results_of_a_clients_calls_replace_each_other_with_a_past() {
    var workflow =
        SequentialWorkflow.named("large")
            .describedAs("make much")
            .step("wipe", Tools.WIPE, arg("target", constant("x")))
            .step("make", Tools.BIG, arg("size", constant(1)))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(Way.STDIO_MODERN);
      var id = taskId(prompt(client, "large", "{}"));
      var meta = "{'_task_id': '%s'}".formatted(id);
      for (var size : new int[] {LARGE, LARGE + 1, 3}) {
        var answer = call(client, "big", "{'size': %d}".formatted(size), meta);
        assertThat(recorded(answer).path("step").asString("")).isEqualTo("make");
      }
      assertThat(server.variable(id, "_workflow.result.make").toString())
          .isEqualTo("{\"text\":\"xxx\"}");
      assertThat(server.variable(id, "_workflow.history.make").valueStream())
          .allMatch(past -> past.has("preview") && !past.has("resource"))
          .extracting(past -> past.path("bytes").asInt(0))
          .containsExactly(LARGE + 11, LARGE + 12);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_step_that_was_under_way_when_the_server_died_is_interrupted(boolean repeatable) {
    var workflow = waiting(repeatable);
    try (var first = WorkflowServer.serving(workflow)) {
      var _ = first.client(Way.STDIO_LEGACY).start("prompts/get", get("waiting", "{}", "{}"));
      first.gate().awaitArrival();
      // why: what the first server does from here on is not its own process's death
      try (var server = first.restarted(workflow)) {
        var client = server.client(Way.STDIO_MODERN);
        var status = structured(call(client, "workflow_status", "{}", "{}"));
        var id = status.path("task_id").asString("");
        assertThat(status.path("handoff").asString(""))
            .startsWith(
                "Step 'wait' was interrupted while it ran: it may or may not have taken effect."
                    + " Find out before you repeat it.");
        assertThat(status.path("status").asString("")).isEqualTo("working");
        assertThat(status.path("steps").path(1).path("status").asString("")).isEqualTo("failed");
        assertThat(server.variable(id, "_workflow.pause_reason").toString())
            .isEqualTo(
                "{\"type\":\"interrupted\",\"failedStep\":\"wait\",\"suggestedTool\":\"wait\"}");
        server.gate().open();
        var resumed = structured(call(client, "workflow_resume", "{}", "{}"));
        assertThat(resumed.path("status").asString("")).isEqualTo("working");
        assertThat(server.tools().calls(Tools.WAIT)).isZero();
        var named = structured(call(client, "workflow_resume", "{'inputs': {'wait': {}}}", "{}"));
        assertThat(named.path("status").asString("")).isEqualTo("completed");
        assertThat(server.tools().calls(Tools.FETCH)).isZero();
        assertThat(server.tools().texts(Tools.STORE)).containsExactly("Title of n1");
      }
      first.gate().open();
    }
  }

  @ParameterizedTest
  @EnumSource
  void two_hundred_continuations_at_once_lose_nothing(Way way) {
    var builder =
        SequentialWorkflow.named("many")
            .describedAs("do many things")
            .step("stop", Tools.WIPE, arg("target", constant("x")));
    for (var n = 0; n < 200; n++) {
      builder = builder.step("s" + n, Tools.STORE, arg("text", constant("t")));
    }
    try (var server = WorkflowServer.serving(builder.durable().build())) {
      var client = server.client(way);
      var id = taskId(prompt(client, "many", "{}"));
      // why: over HTTP one owner may have 64 requests in flight
      var atOnce = way.isHttp() ? 60 : 200;
      var answers = new ArrayList<CompletableFuture<Answer>>();
      for (var n = 0; n < 200; n++) {
        var params = Told.call("store", "{'text': 'text %d'}".formatted(n));
        params.set("_meta", TestClient.json("{'_task_id': '%s'}".formatted(id)));
        if (n >= atOnce) {
          TestClient.await(answers.get(n - atOnce));
        }
        answers.add(client.start("tools/call", params));
      }
      var steps = new ArrayList<String>();
      for (var answer : answers) {
        var note = recorded(TestClient.await(answer));
        assertThat(note.path("recorded").asBoolean()).as("%s", note).isTrue();
        steps.add(note.path("step").asString(""));
      }
      assertThat(steps).doesNotHaveDuplicates().hasSize(200);
      var kept = new ArrayList<String>();
      for (var n = 0; n < 200; n++) {
        kept.add(server.variable(id, "_workflow.result.s" + n).path("saved").asString(""));
      }
      assertThat(kept).doesNotHaveDuplicates().allMatch(text -> text.startsWith("text "));
      assertThat(RunRecords.progress(server.task(id)).path("steps").valueStream())
          .filteredOn(step -> step.path("status").asString("").equals("completed"))
          .hasSize(200);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_and_a_continuation_at_the_same_time_lose_nothing(Way way) {
    try (var server = WorkflowServer.serving(waiting(false))) {
      var client = server.client(way);
      var run = client.start("prompts/get", get("waiting", "{}", "{}"));
      server.gate().awaitArrival();
      var other = server.client(way);
      var id = structured(call(other, "workflow_status", "{}", "{}")).path("task_id").asString("");
      var meta = "{'_task_id': '%s'}".formatted(id);
      assertThat(recorded(call(other, "plain", "{}", meta)).path("key").asString(""))
          .isEqualTo("_workflow.extra.plain");
      assertThat(recorded(call(other, "store", "{'text': 'mine'}", meta)).path("step").asString(""))
          .isEqualTo("save");
      server.gate().open();
      assertThat(Told.meta(TestClient.await(run)).path("task_status").asString(""))
          .isEqualTo("completed");
      assertThat(server.variable(id, "_workflow.extra.plain").isMissingNode()).isFalse();
      var results = new ArrayList<String>();
      results.add(server.variable(id, "_workflow.result.save").path("saved").asString(""));
      server
          .variable(id, "_workflow.history.save")
          .forEach(past -> results.add(past.path("saved").asString("")));
      assertThat(results).containsExactly("mine");
    }
  }

  @ParameterizedTest
  @EnumSource
  void two_resumes_at_the_same_time_take_every_step_once(Way way) {
    var workflow =
        SequentialWorkflow.named("turns")
            .describedAs("take turns")
            .step("wipe", Tools.WIPE, arg("target", constant("x")))
            .step("wait", Tools.WAIT)
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(way);
      prompt(client, "turns", "{}");
      var resume = Told.call("workflow_resume", "{'inputs': {'wipe': {}}}");
      var first = client.start("tools/call", resume);
      server.gate().awaitArrival();
      var second = client.start("tools/call", resume);
      server.gate().open();
      assertThat(structured(TestClient.await(first)).path("status").asString(""))
          .isEqualTo("completed");
      assertThat(structured(TestClient.await(second)).path("code").asString(""))
          .isIn("already_done", "not_found");
      assertThat(server.tools().calls(Tools.WIPE)).isOne();
      assertThat(server.tools().calls(Tools.WAIT)).isOne();
    }
  }
}
