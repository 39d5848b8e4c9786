package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.recorded;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.TestClient;
import dev.baton.mcp.transport.TestTokens;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ordinary calls that continue a run, because their {@code _meta} names it. */
@Tag("slow")
class ContinuationTest {
  /** Reads, fails, and leaves two steps with the same tool. */
  private static final SequentialWorkflow ORDER =
      SequentialWorkflow.named("order")
          .describedAs("order something")
          .step("read", Tools.FETCH, arg("id", constant("n1")))
          .step("break", Tools.FAIL)
          .step("first", Tools.STORE, arg("text", fromStep("read", "title")))
          .step("second", Tools.STORE, arg("text", fromStep("read", "title")))
          .step("look", guidance("Look at it."))
          .durable()
          .build();

  private static String named(String id) {
    return "{'_task_id': '%s'}".formatted(id);
  }

  private static Answer store(TestClient client, String text, String meta) {
    return call(client, "store", "{'text': '%s'}".formatted(text), meta);
  }

  private static String status(WorkflowServer server, String id, String step) {
    return RunRecords.step(RunRecords.progress(server.task(id)), step)
        .orElseThrow()
        .path("status")
        .asString("");
  }

  @ParameterizedTest
  @EnumSource
  void a_call_is_recorded_with_the_first_open_step_of_its_tool(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      var answer = store(client, "ink", named(id));
      assertThat(Told.structured(answer).toString()).isEqualTo("{\"saved\":\"ink\"}");
      assertThat(recorded(answer).toString())
          .isEqualTo("{\"recorded\":true,\"step\":\"first\",\"key\":\"_workflow.result.first\"}");
      assertThat(server.variable(id, "_workflow.result.first").toString())
          .isEqualTo("{\"saved\":\"ink\"}");
      assertThat(server.variable(id, "_workflow.call.first").toString())
          .isEqualTo("{\"text\":\"ink\"}");
      assertThat(server.variable(id, "_workflow.pause_reason").isMissingNode()).isTrue();
      assertThat(status(server, id, "first")).isEqualTo("completed");
      assertThat(recorded(store(client, "paper", named(id))).path("step").asString(""))
          .isEqualTo("second");
      assertThat(server.task(id).status().wireName()).isEqualTo("working");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'_task_id': '%s'}",
        "{'dev.baton/taskId': '%s'}",
        "{'io.modelcontextprotocol/related-task': {'taskId': '%s'}}"
      })
  void the_run_is_named_by_any_of_three_keys(String meta) {
    try (var server = WorkflowServer.serving(ORDER)) {
      for (var way : Way.values()) {
        var client = server.client(way);
        var id = taskId(prompt(client, "order", "{}"));
        assertThat(recorded(store(client, "ink", meta.formatted(id))).path("recorded").asBoolean())
            .isTrue();
      }
      assertThat(recorded(store(server.client(Way.STDIO_MODERN), "ink", "{}")).isMissingNode())
          .isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void when_no_step_is_open_the_last_result_wins_and_the_others_are_history(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      for (var n = 1; n <= 9; n++) {
        var note = recorded(store(client, "v" + n, named(id)));
        assertThat(note.path("step").asString("")).isEqualTo(n == 1 ? "first" : "second");
      }
      assertThat(server.variable(id, "_workflow.result.first").path("saved").asString(""))
          .isEqualTo("v1");
      assertThat(server.variable(id, "_workflow.result.second").path("saved").asString(""))
          .isEqualTo("v9");
      assertThat(server.variable(id, "_workflow.history.second").valueStream())
          .extracting(result -> result.path("saved").asString(""))
          .containsExactly("v4", "v5", "v6", "v7", "v8");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_step_that_is_named_is_taken_before_all_others(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      var meta = "{'_task_id': '%s', 'dev.baton/step': '%s'}";
      assertThat(
              recorded(store(client, "ink", meta.formatted(id, "second")))
                  .path("step")
                  .asString(""))
          .isEqualTo("second");
      assertThat(status(server, id, "first")).isEqualTo("pending");
      var version = server.task(id).version();
      assertThat(recorded(store(client, "ink", meta.formatted(id, "third"))).toString())
          .isEqualTo(
              "{\"recorded\":false,\"reason\":\"there is no step 'third'; there are: read, break,"
                  + " first, second, look\"}");
      assertThat(recorded(store(client, "ink", meta.formatted(id, "read"))).toString())
          .isEqualTo("{\"recorded\":false,\"reason\":\"step 'read' calls fetch, not store\"}");
      assertThat(recorded(store(client, "ink", meta.formatted(id, "look"))).toString())
          .isEqualTo("{\"recorded\":false,\"reason\":\"step 'look' calls no tool, not store\"}");
      for (var noName : new String[] {"5", "[]", "{}", "['first']"}) {
        var broken = "{'_task_id': '%s', 'dev.baton/step': %s}".formatted(id, noName);
        assertThat(recorded(store(client, "ink", broken)).path("reason").asString(""))
            .startsWith("there is no step '%s'; there are:".formatted(noName.replace('\'', '"')));
      }
      assertThat(server.task(id).version()).isEqualTo(version);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_call_that_no_step_makes_is_an_extra_and_leaves_the_pause(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      assertThat(recorded(call(client, "plain", "{}", named(id))).toString())
          .isEqualTo("{\"recorded\":true,\"key\":\"_workflow.extra.plain\"}");
      assertThat(server.variable(id, "_workflow.extra.plain").toString())
          .isEqualTo("[{\"type\":\"text\",\"text\":\"plain words\"}]");
      assertThat(server.variable(id, "_workflow.pause_reason").isMissingNode()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_call_that_fails_marks_its_step_and_keeps_the_error(Way way) {
    var workflow =
        SequentialWorkflow.named("fragile")
            .describedAs("break")
            .step("stop", Tools.WIPE, arg("target", constant("x")))
            .step("fail", Tools.FAIL)
            .step("crash", Tools.CRASH)
            .step("refuse", Tools.REFUSE)
            .step("lie", Tools.LIE)
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "fragile", "{}"));
      var failed = call(client, "fail", "{}", named(id));
      assertThat(failed.result().path("isError").asBoolean(false)).isTrue();
      assertThat(recorded(failed).path("step").asString("")).isEqualTo("fail");
      assertThat(call(client, "crash", "{}", named(id)).code()).isEqualTo(-32603);
      assertThat(call(client, "refuse", "{}", named(id)).code()).isEqualTo(-31999);
      call(client, "lie", "{}", named(id));
      assertThat(server.variable(id, "_workflow.result.fail").toString())
          .isEqualTo(
              "{\"error\":\"There is no such thing\",\"retryable\":false,\"hint\":\"Look elsewhere\"}");
      assertThat(server.variable(id, "_workflow.result.crash").toString())
          .isEqualTo("{\"error\":\"it failed inside the server; its log says why\"}");
      assertThat(server.variable(id, "_workflow.result.refuse").toString())
          .isEqualTo("{\"error\":\"Not today\"}");
      assertThat(server.variable(id, "_workflow.result.lie").path("error").asString(""))
          .startsWith("lie answered what its output schema forbids");
      for (var step : new String[] {"fail", "crash", "refuse", "lie"}) {
        assertThat(status(server, id, step)).isEqualTo("failed");
      }
    }
  }

  @Test
  void failed_and_skipped_steps_are_open_too() {
    var workflow =
        SequentialWorkflow.named("skipping")
            .describedAs("skip a step")
            .step("break", Tools.FAIL)
            .step("after", Tools.STORE, arg("text", fromStep("break")))
            .withErrorStrategy(ErrorStrategy.collectErrors())
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(Way.STDIO_MODERN);
      var id = taskId(prompt(client, "skipping", "{}"));
      assertThat(status(server, id, "after")).isEqualTo("skipped");
      assertThat(recorded(store(client, "ink", named(id))).path("step").asString(""))
          .isEqualTo("after");
      assertThat(recorded(call(client, "fail", "{}", named(id))).path("step").asString(""))
          .isEqualTo("break");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_trace_after_a_continuation_shows_the_call_that_was_made(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      store(client, "ink", named(id));
      var again = prompt(client, "order", "{}", named(id));
      assertThat(Told.trace(again))
          .containsSubsequence(
              """
              assistant: Calling tool 'store' with parameters:
              {
                "text": "ink"
              }\
              """,
              """
              user: Tool result:
              {
                "saved": "ink"
              }\
              """);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_that_cannot_be_continued_does_not_harm_the_call(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var unknown = store(client, "ink", named("nothing"));
      assertThat(Told.structured(unknown).path("saved").asString("")).isEqualTo("ink");
      assertThat(recorded(unknown).toString())
          .isEqualTo(
              "{\"recorded\":false,\"reason\":\"there is no workflow run with task id"
                  + " 'nothing'\"}");
      var ended = taskId(prompt(client, "order", "{}"));
      client.request("tasks/cancel", "{'taskId': '%s'}".formatted(ended));
      assertThat(recorded(store(client, "ink", named(ended))).path("reason").asString(""))
          .isEqualTo("task %s is cancelled already".formatted(ended));
      var expired = taskId(prompt(client, "order", "{}"));
      server.clock().advance(Duration.ofDays(8));
      assertThat(recorded(store(client, "ink", named(expired))).path("reason").asString(""))
          .startsWith("there is no workflow run with task id");
    }
  }

  @Test
  void another_owners_run_is_unknown() {
    try (var server = WorkflowServer.serving(ORDER)) {
      var id = taskId(prompt(server.of(TestTokens.ALICE), "order", "{}"));
      assertThat(recorded(store(server.of(TestTokens.BOB), "ink", named(id))).toString())
          .isEqualTo(
              "{\"recorded\":false,\"reason\":\"there is no workflow run with task id '%s'\"}"
                  .formatted(id));
    }
  }

  @Test
  void every_continuation_renews_the_run() {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(Way.STDIO_MODERN);
      var id = taskId(prompt(client, "order", "{}"));
      for (var n = 0; n < 3; n++) {
        server.clock().advance(Duration.ofDays(6));
        assertThat(recorded(call(client, "plain", "{}", named(id))).path("recorded").asBoolean())
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_store_that_fails_is_told_in_the_reply(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      server.store().becomeReadOnly();
      var answer = store(client, "ink", named(id));
      assertThat(Told.structured(answer).path("saved").asString("")).isEqualTo("ink");
      assertThat(recorded(answer).toString())
          .isEqualTo("{\"recorded\":false,\"reason\":\"the disk is read-only\"}");
      server.store().recover();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO_MODERN", "HTTP_LEGACY"})
  void a_store_that_hangs_does_not_hold_up_the_call(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      server.store().hang();
      var answer = store(client, "ink", named(id));
      assertThat(recorded(answer).toString())
          .isEqualTo(
              "{\"recorded\":false,\"reason\":\"the store did not answer within 1200 ms; it may record"
                  + " the call later\"}");
      server.store().recover();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO_MODERN", "HTTP_LEGACY"})
  void a_store_that_is_slow_because_other_processes_write_is_waited_for(Way way) {
    try (var server = WorkflowServer.serving(ORDER);
        var other = server.beside(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      var busy = other.client(way);
      var begin = System.nanoTime();
      server.store().hang();
      var params = Told.call("store", "{'text': 'ink'}");
      params.set("_meta", TestClient.json(named(id)));
      var waiting = client.start("tools/call", params);
      await()
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                call(busy, "plain", "{}", named(id));
                return System.nanoTime() - begin > Duration.ofSeconds(3).toNanos();
              });
      server.store().recover();
      assertThat(recorded(TestClient.await(waiting)).path("recorded").asBoolean()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void tools_that_speak_of_runs_are_no_part_of_one(Way way) {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      var answer = call(client, "workflow_status", "{}", named(id));
      assertThat(recorded(answer).toString())
          .isEqualTo(
              "{\"recorded\":false,\"reason\":\"it speaks of a run and is no part of one\"}");
      assertThat(server.task(id).variables().keySet())
          .noneMatch(name -> name.startsWith("_workflow.extra."));
    }
  }

  @Test
  void the_calls_of_a_run_that_was_begun_so_are_its_own() {
    try (var server = WorkflowServer.serving(ORDER)) {
      var client = server.modern(false, "{}");
      var id = taskId(prompt(client, "order", "{}"));
      var answer = call(client, "run_order", "{}", named(id));
      assertThat(recorded(answer).path("key").asString("")).isEqualTo("_workflow.extra.run_order");
      assertThat(server.variable(id, "_workflow.history.read").isMissingNode()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_call_that_runs_as_a_task_is_recorded_when_it_ends(Way way) {
    var workflow =
        SequentialWorkflow.named("order")
            .describedAs("order something")
            .step("stop", Tools.WIPE, arg("target", constant("x")))
            .step("inner", ToolHandle.named("run_small"))
            .durable()
            .build();
    var small =
        SequentialWorkflow.named("small").describedAs("say words").step("say", Tools.PLAIN).build();
    try (var server = WorkflowServer.serving(small, workflow)) {
      var client = server.client(way);
      var id = taskId(prompt(client, "order", "{}"));
      var params = Told.call("run_small", "{}");
      params.set("_meta", TestClient.json(named(id)));
      if (!way.isModern()) {
        params.putObject("task");
      }
      client.request("tools/call", params);
      await().untilAsserted(() -> assertThat(status(server, id, "inner")).isEqualTo("completed"));
    }
  }
}
