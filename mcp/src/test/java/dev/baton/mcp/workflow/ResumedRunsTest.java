package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.meta;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.structured;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What stays with a run from one resume to the next, and what does not. */
class ResumedRunsTest {
  private static WorkflowBuilder named(String name) {
    return SequentialWorkflow.named(name).describedAs("do it").durable();
  }

  /** One that nobody can ask through. */
  private static TestClient client(WorkflowServer server, Way way) {
    return way.isModern() ? server.modern(way.isHttp(), Told.TASKS) : server.client(way);
  }

  private static JsonNode resume(TestClient client, String inputs) {
    return structured(call(client, "workflow_resume", "{'inputs': %s}".formatted(inputs), "{}"));
  }

  private static SequentialWorkflow notes() {
    return named("notes")
        .step("keep", Tools.STORE, guidance("Choose a text"))
        .step("stop", Tools.WIPE, arg("target", constant("x")))
        .step("more", Tools.STORE, guidance("Choose another text"))
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void what_was_supplied_for_a_later_step_is_still_known_after_the_next_pause(Way way) {
    try (var first = WorkflowServer.serving(notes())) {
      var id = taskId(prompt(client(first, way), "notes", "{}"));
      var paused = resume(client(first, way), "{'keep': {'text': 'one'}, 'more': {'text': 'two'}}");
      assertThat(paused.path("remaining").path(1).path("arguments").path("text").asString(""))
          .isEqualTo("two");
      var polled =
          client(first, way).request("tasks/get", "{'taskId': '%s'}".formatted(id)).result();
      assertThat(polled.path("_meta").propertyNames()).noneMatch(name -> name.contains("input"));
      try (var server = first.restarted(notes())) {
        var client = client(server, way);
        var status = structured(call(client, "workflow_status", "{}", "{}"));
        assertThat(status.path("remaining").path(1).path("arguments").path("text").asString(""))
            .isEqualTo("two");
        assertThat(resume(client, "{'stop': {}}").path("status").asString(""))
            .isEqualTo("completed");
        assertThat(server.tools().texts(Tools.STORE)).containsExactly("two");
      }
    }
  }

  @Test
  void what_was_supplied_for_a_destructive_step_is_no_consent_to_it_later() {
    var workflow =
        named("careful")
            .step("ask", Tools.STORE, guidance("Choose a text"))
            .step("wipe", Tools.WIPE, guidance("Choose a target"))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = client(server, Way.STDIO_MODERN);
      prompt(client, "careful", "{}");
      // why: the first step still lacks its text, so that the second is named and not reached
      resume(client, "{'wipe': {'target': 'all'}}");
      var paused = resume(client, "{'ask': {'text': 'one'}}");
      assertThat(server.tools().calls(Tools.WIPE)).isZero();
      assertThat(paused.path("handoff").asString(""))
          .startsWith("Step 'wipe' waits for a confirmation")
          .contains("call wipe with {\"target\": \"all\"}");
      assertThat(resume(client, "{'wipe': {}}").path("status").asString("")).isEqualTo("completed");
      assertThat(server.tools().made(Tools.WIPE).getFirst().arguments().path("target").asString(""))
          .isEqualTo("all");
    }
  }

  @Test
  void what_was_supplied_is_kept_also_if_a_client_makes_the_first_step_meanwhile() {
    try (var server = WorkflowServer.serving(notes())) {
      var client = client(server, Way.STDIO_LEGACY);
      var meta = "{'_task_id': '%s'}".formatted(taskId(prompt(client, "notes", "{}")));
      var store = server.store();
      // why twice: the first write takes the run, the second begins the step
      store.beforeNextWrite(
          () -> store.beforeNextWrite(() -> call(client, "store", "{'text': 'theirs'}", meta)));
      assertThat(
              resume(client, "{'keep': {'text': 'ours'}, 'more': {'text': 'kept'}}")
                  .path("handoff")
                  .asString(""))
          .startsWith("Step 'stop' waits for a confirmation");
      assertThat(resume(client, "{'stop': {}}").path("status").asString("")).isEqualTo("completed");
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("theirs", "kept");
    }
  }

  @Test
  void a_large_input_is_kept_too() {
    try (var server = WorkflowServer.serving(notes())) {
      var client = client(server, Way.STDIO_MODERN);
      var id = taskId(prompt(client, "notes", "{}"));
      var text = "y".repeat(1_500_000);
      resume(client, "{'keep': {'text': 'one'}, 'more': {'text': '%s'}}".formatted(text));
      assertThat(server.task(id).variableBytes()).isLessThan(10_000);
      resume(client, "{'stop': {}}");
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("one", text);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_value_too_long_for_the_handoff_can_be_looked_up_or_left_to_the_server(Way way) {
    var workflow =
        named("long")
            .step("make", Tools.BIG, arg("size", constant(20_000)))
            .step("stop", Tools.WIPE, arg("target", constant("x")))
            .step("save", Tools.STORE, arg("text", fromStep("make", "text")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = client(server, way);
      assertThat(last(prompt(client, "long", "{}")))
          .contains(
              "Then call store with {\"text\": \"<20002 bytes that the server knows>\"}. The value"
                  + " of 'text' is too long for this message: let the server make this call, or look"
                  + " it up with workflow_status and {\"task_id\": ");
      var status = structured(call(client, "workflow_status", "{}", "{}"));
      assertThat(status.path("remaining").path(1).path("arguments").path("text").asString(""))
          .hasSize(20_000);
      assertThat(resume(client, "{'stop': {}}").path("status").asString("")).isEqualTo("completed");
      assertThat(server.tools().texts(Tools.STORE).getFirst()).hasSize(20_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_locked_store_is_waited_for_when_it_locks_and_at_the_end_but_not_at_every_step(Way way) {
    var builder = named("many").step("lock", Tools.HOOK);
    for (var n = 0; n < 10; n++) {
      builder = builder.step("s" + n, Tools.STORE, arg("text", constant("t")));
    }
    try (var server = WorkflowServer.serving(builder.build())) {
      server.tools().onHook(() -> server.store().lock(server.clock(), Duration.ofSeconds(1)));
      var answer = prompt(client(server, way), "many", "{}");
      assertThat(server.tools().calls(Tools.STORE)).isEqualTo(10);
      assertThat(meta(answer).path("durable").asBoolean(true)).isFalse();
      assertThat(meta(answer).path("durable_reason").asString(""))
          .isEqualTo("The result of step 'lock' could not be recorded: the database is locked");
      assertThat(server.store().waits()).isEqualTo(2);
      server.store().recover();
    }
  }

  @Test
  void a_resume_waits_for_a_locked_store_no_longer() {
    try (var server = WorkflowServer.serving(notes())) {
      var client = client(server, Way.STDIO_MODERN);
      prompt(client, "notes", "{}");
      server.store().lock(server.clock(), Duration.ofSeconds(10));
      var paused = resume(client, "{'keep': {'text': 'one'}}");
      assertThat(paused.path("handoff").asString(""))
          .startsWith("What the server did just now is not recorded");
      assertThat(server.store().waits()).isEqualTo(2);
      server.store().recover();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_step_that_ran_while_the_store_was_away_is_not_shown_with_an_older_result(Way way) {
    var workflow =
        named("again")
            .step("try", Tools.HOOK)
            .step("stop", Tools.WIPE, arg("target", constant("x")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = client(server, way);
      server
          .tools()
          .onHook(
              () -> {
                throw ToolFailure.invalid("Not yet", "Try again");
              });
      prompt(client, "again", "{}");
      server.tools().onHook(() -> {});
      server.store().becomeReadOnly();

      var step = resume(client, "{}").path("steps").path(0);

      assertThat(step.path("status").asString("")).isEqualTo("completed");
      assertThat(step.has("result")).isFalse();
      server.store().recover();
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_a_store_missed_is_told_as_uncertain_and_not_done_again_unasked(Way way) {
    var workflow =
        named("late")
            .step("break", Tools.HOOK)
            .step("save", Tools.STORE, arg("text", constant("once")))
            .step("stop", Tools.WIPE, arg("target", constant("x")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      server.tools().onHook(() -> server.store().becomeReadOnly());
      var client = client(server, way);
      var answer = prompt(client, "late", "{}");
      var id = taskId(answer);
      assertThat(meta(answer).path("durable").asBoolean(true)).isFalse();
      assertThat(last(answer)).doesNotContain("workflow_resume");
      server.store().recover();
      assertThat(resume(client, "{}").path("handoff").asString(""))
          .startsWith("Step 'break' was interrupted while it ran: it may or may not have taken");
      assertThat(server.variable(id, "_workflow.result.break").toString())
          .isEqualTo("{\"error\":\"the store did not take what came of it\",\"uncertain\":true}");
      assertThat(server.tools().calls(Tools.HOOK)).isOne();
      assertThat(server.tools().calls(Tools.STORE)).isOne();
    }
  }

  @Test
  void a_run_that_asks_while_its_store_fails_goes_on_with_the_answer_and_repeats_nothing() {
    var workflow =
        named("asking")
            .step("break", Tools.HOOK)
            .step("first", Tools.STORE, arg("text", constant("once")))
            .step("second", Tools.STORE, guidance("Choose a text"))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      server.tools().onHook(() -> server.store().becomeReadOnly());
      var client = server.modern(false, Told.ELICITATION);
      var params = Told.get("asking", "{}", "{}");
      var question = client.request("prompts/get", params);
      assertThat(Told.isQuestion(question)).isTrue();
      server.store().recover();
      var answer = Told.accept("input-1", "{'text': 'two'}");
      var done = Told.retry(client, "prompts/get", params, question, answer);
      assertThat(meta(done).path("dev.baton/status").asString("")).isEqualTo("completed");
      assertThat(meta(done).path("durable").asBoolean(true)).isFalse();
      assertThat(meta(done).path("durable_reason").asString(""))
          .isEqualTo("the store did not take what was done");
      assertThat(server.tools().calls(Tools.HOOK)).isOne();
      assertThat(server.tools().texts(Tools.STORE)).containsExactly("once", "two");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_run_is_told_to_live_for_seven_days_however_old_it_is(Way way) {
    try (var server = WorkflowServer.serving(notes())) {
      var client = client(server, way);
      var id = taskId(prompt(client, "notes", "{}"));
      server.clock().advance(Duration.ofDays(6));
      resume(client, "{'keep': {'text': 'one'}}");
      var task = client.request("tasks/get", "{'taskId': '%s'}".formatted(id)).result();
      assertThat(task.path(way.isModern() ? "ttlMs" : "ttl").asLong(0))
          .isEqualTo(Duration.ofDays(7).toMillis());
      server.clock().advance(Duration.ofDays(7).minusMillis(1));
      assertThat(client.request("tasks/get", "{'taskId': '%s'}".formatted(id)).result())
          .isNotNull();
      server.clock().advance(Duration.ofMillis(1));
      assertThat(client.request("tasks/get", "{'taskId': '%s'}".formatted(id)).code())
          .isEqualTo(-32602);
    }
  }
}
