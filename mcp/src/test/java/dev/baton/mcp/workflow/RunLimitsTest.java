package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.get;
import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.trace;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.task.TaskCursor;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a run takes, how it tells of itself, and how it is stopped. */
class RunLimitsTest {
  private static final SequentialWorkflow SLOW =
      SequentialWorkflow.named("slow")
          .describedAs("take time")
          .step("first", Tools.HOOK)
          .step("second", Tools.HOOK)
          .step("third", Tools.PLAIN)
          .durable()
          .build();

  private static final SequentialWorkflow WAITING =
      SequentialWorkflow.named("waiting")
          .describedAs("wait")
          .step("read", Tools.FETCH, arg("id", constant("n1")))
          .step("wait", Tools.WAIT)
          .step("save", Tools.STORE, arg("text", fromStep("read", "title")))
          .durable()
          .build();

  @ParameterizedTest
  @EnumSource
  void a_run_pauses_when_its_time_is_over_and_can_be_resumed(Way way) {
    try (var server = WorkflowServer.serving(SLOW)) {
      server.tools().onHook(() -> server.clock().advance(Duration.ofSeconds(20)));
      var client = server.client(way);
      var paused = prompt(client, "slow", "{}");
      assertThat(last(paused))
          .startsWith("assistant: The time for this request was used up before step 'third' began.")
          .contains("To continue, call plain with {}.");
      assertThat(server.tools().calls(Tools.PLAIN)).isZero();
      var id = Told.taskId(paused);
      assertThat(server.variable(id, "_workflow.pause_reason").toString())
          .isEqualTo(
              "{\"type\":\"timeBudget\",\"blockedStep\":\"third\",\"suggestedTool\":\"plain\"}");
      var resumed = prompt(client, "slow", "{}", "{'_task_id': '%s'}".formatted(id));
      assertThat(last(resumed)).contains("plain words");
      assertThat(Told.meta(resumed).path("task_status").asString("")).isEqualTo("completed");
      assertThat(server.tools().calls(Tools.HOOK)).isEqualTo(2);
    }
  }

  @Test
  void a_run_whose_time_is_not_over_goes_on() {
    try (var server = WorkflowServer.serving(SLOW)) {
      server.tools().onHook(() -> server.clock().advance(Duration.ofMillis(19_999)));
      assertThat(last(prompt(server.client(Way.STDIO_MODERN), "slow", "{}")))
          .contains("plain words");
    }
  }

  @ParameterizedTest
  @EnumSource
  void progress_is_told_for_every_step_to_who_asks_for_it(Way way) {
    try (var server = WorkflowServer.serving(SLOW)) {
      var client = server.client(way);
      prompt(client, "slow", "{}", "{'progressToken': 'p'}");
      for (var expected :
          new String[] {
            "{\"progressToken\":\"p\",\"progress\":0,\"total\":3,\"message\":\"Step 1/3: first\"}",
            "{\"progressToken\":\"p\",\"progress\":1,\"total\":3,\"message\":\"Step 2/3: second\"}",
            "{\"progressToken\":\"p\",\"progress\":2,\"total\":3,\"message\":\"Step 3/3: third\"}",
            "{\"progressToken\":\"p\",\"progress\":3,\"total\":3,\"message\":\"Completed\"}"
          }) {
        assertThat(client.find("notifications/progress").path("params").toString())
            .isEqualTo(expected);
      }
      prompt(client, "slow", "{}");
      assertThat(client.inbox())
          .noneMatch(message -> message.toString().contains("notifications/progress"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancelling_interrupts_the_step_and_what_was_done_stays_recorded(Way way) {
    try (var server = WorkflowServer.serving(WAITING)) {
      var client = server.client(way);
      var answer = client.start("prompts/get", get("waiting", "{}", "{}"));
      server.gate().awaitArrival();
      if (way == Way.HTTP_MODERN) {
        client.close(); // there it is the end of the stream that cancels
      } else {
        client.cancel(client.lastId());
      }
      server.gate().awaitInterruption();
      var task =
          await()
              .until(
                  () -> only(server), run -> run.variables().containsKey("_workflow.pause_reason"));
      if (!way.isHttp()) {
        assertThat(answer).isNotDone();
      }
      var id = task.id().value();
      assertThat(task.status().wireName()).isEqualTo("working");
      assertThat(server.variable(id, "_workflow.progress").path("steps").toString())
          .isEqualTo(
              "[{\"name\":\"read\",\"tool\":\"fetch\",\"status\":\"completed\"},"
                  + "{\"name\":\"wait\",\"tool\":\"wait\",\"status\":\"failed\"},"
                  + "{\"name\":\"save\",\"tool\":\"store\",\"status\":\"pending\"}]");
      assertThat(server.variable(id, "_workflow.result.read").path("title").asString(""))
          .isEqualTo("Title of n1");
      assertThat(server.variable(id, "_workflow.pause_reason").path("type").asString(""))
          .isEqualTo("interrupted");
      assertThat(server.tools().calls(Tools.STORE)).isZero();
    }
  }

  private static TaskRecord only(WorkflowServer server) {
    return server.store().list(TaskOwner.LOCAL, TaskCursor.START, 10).tasks().getFirst();
  }

  @ParameterizedTest
  @EnumSource
  void long_results_are_cut_in_the_trace_and_whole_in_what_follows(Way way) {
    var workflow =
        SequentialWorkflow.named("long")
            .describedAs("make a long text")
            .step("make", Tools.BIG, arg("size", constant(100_000)))
            .step("keep", Tools.STORE, arg("text", fromStep("make", "text")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var told = trace(prompt(server.client(way), "long", "{}"));
      assertThat(told).allMatch(message -> message.length() <= 16 * 1024 + 20);
      assertThat(told.get(3)).matches("(?s).*\\[cut here: \\d+ of 100029 bytes are not shown]");
      assertThat(server.tools().texts(Tools.STORE).getFirst()).hasSize(100_000);
    }
  }
}
