package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.taskId;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.SequentialWorkflow;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps that a client makes while the server is on its way to them. */
class OvertakenRunsTest {
  private static String named(String id) {
    return "{'_task_id': '%s'}".formatted(id);
  }

  private static void store(TestClient client, String text, String meta) {
    call(client, "store", "{'text': '%s'}".formatted(text), meta);
  }

  /** Lets the test in, needs a word of the client, and then a confirmation. */
  private static SequentialWorkflow slow(boolean asking) {
    var begun =
        SequentialWorkflow.named("slow")
            .describedAs("take a while")
            .step("hook", Tools.HOOK)
            .step("note", Tools.STORE, guidance("Say something."));
    return (asking ? begun.step("plain", Tools.PLAIN) : begun)
        .step("wipe", Tools.WIPE, arg("target", constant("x")))
        .durable()
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void a_step_that_a_client_made_while_the_run_came_to_it_is_not_asked_for(Way way) {
    try (var server = WorkflowServer.serving(slow(true))) {
      var other = server.client(Way.STDIO_MODERN);
      server
          .tools()
          .onHook(
              () -> {
                var status = Told.structured(call(other, "workflow_status", "{}", "{}"));
                store(other, "ink", named(status.path("task_id").asString("")));
              });
      var answer = prompt(server.client(way), "slow", "{}");
      var id = taskId(answer);
      assertThat(Told.last(answer)).startsWith("assistant: Step 'wipe' waits for a confirmation");
      assertThat(Told.trace(answer).toString()).contains("\"saved\": \"ink\"");
      assertThat(server.variable(id, "_workflow.pause_reason").path("blockedStep").asString(""))
          .isEqualTo("wipe");
      assertThat(server.variable(id, "_workflow.call.note").toString())
          .isEqualTo("{\"text\":\"ink\"}");
      assertThat(server.tools().calls(Tools.HOOK)).isOne();
      assertThat(server.tools().calls(Tools.PLAIN)).isOne();
    }
  }

  @Test
  void a_run_whose_last_steps_a_client_made_while_it_came_to_them_waits_for_no_more() {
    try (var server = WorkflowServer.serving(slow(false))) {
      var client = server.client(Way.STDIO_MODERN);
      server
          .tools()
          .onHook(
              () -> {
                var status = Told.structured(call(client, "workflow_status", "{}", "{}"));
                var run = named(status.path("task_id").asString(""));
                store(client, "ink", run);
                call(client, "wipe", "{'target': 'y'}", run);
              });
      var answer = prompt(client, "slow", "{}");
      assertThat(Told.last(answer))
          .startsWith("assistant: Every step is done. Call workflow_complete with {\"task_id\": ");
      assertThat(server.variable(taskId(answer), "_workflow.pause_reason").isMissingNode())
          .isTrue();
      assertThat(server.tools().calls(Tools.WIPE)).isOne();
    }
  }

  @Test
  void what_a_client_made_stays_as_it_was_made_when_the_run_comes_to_it() {
    var workflow =
        SequentialWorkflow.named("quick")
            .describedAs("take a while")
            .step("hook", Tools.HOOK)
            .step("save", Tools.STORE, arg("text", constant("ours")))
            .step("note", Tools.STORE, guidance("Say something."))
            .step("wipe", Tools.WIPE, arg("target", constant("x")))
            .durable()
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(Way.STDIO_LEGACY);
      var id = new AtomicReference<String>("");
      server
          .tools()
          .onHook(
              () -> {
                var status = Told.structured(call(client, "workflow_status", "{}", "{}"));
                id.set(status.path("task_id").asString(""));
                store(client, "theirs", named(id.get()));
              });
      prompt(client, "quick", "{}");
      assertThat(server.variable(id.get(), "_workflow.call.save").toString())
          .isEqualTo("{\"text\":\"theirs\"}");
      assertThat(server.variable(id.get(), "_workflow.result.save").toString())
          .isEqualTo("{\"saved\":\"theirs\"}");
      assertThat(server.variable(id.get(), "_workflow.history.save").isMissingNode()).isTrue();
    }
  }
}
