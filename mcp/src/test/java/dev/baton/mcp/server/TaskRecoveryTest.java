package dev.baton.mcp.server;

import static dev.baton.mcp.server.TaskTesting.await;
import static dev.baton.mcp.server.TaskTesting.get;
import static dev.baton.mcp.server.TaskTesting.result;
import static dev.baton.mcp.transport.TestClient.ALL;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.workflow.SteeredStore;
import dev.baton.task.InMemoryTaskStore;
import dev.baton.task.MovableClock;
import dev.baton.task.NewTask;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a server does with the tasks of one that died. */
class TaskRecoveryTest {
  private final MovableClock clock = new MovableClock();
  private final InMemoryTaskStore store = new InMemoryTaskStore(clock, TaskLimits.DEFAULT);

  private TaskRecord left(TaskKind kind, String tool) {
    var subject = Json.object().put("tool", tool);
    subject.set("arguments", json("{'text': 'hi'}"));
    return store.create(
        NewTask.of(TaskOwner.LOCAL, kind, subject, TaskLimits.DEFAULT).heldBy("gone"));
  }

  @Test
  void a_call_that_was_running_is_failed_with_the_reason() {
    var task = left(TaskKind.TOOL_CALL, "wait");
    try (var server = TestServer.startAfter(clock, store);
        var client = new StdioClient(server)) {
      client.modern(ALL);
      var now = get(client, task.id().value()).result();
      assertThat(now.path("status").asString("")).isEqualTo("failed");
      assertThat(now.path("statusMessage").asString("")).contains("server stopped", "'wait'");
      assertThat(now.path("error").path("code").intValue()).isEqualTo(-32603);
      client.legacy("2025-11-25", ALL);
      assertThat(result(client, task.id().value()).code()).isEqualTo(-32603);
    }
  }

  @Test
  void a_call_that_waited_for_input_is_failed_too() {
    var task = left(TaskKind.TOOL_CALL, "ask");
    store.update(
        task.owner(),
        task.id(),
        record -> record.awaitingInput(Map.of("name", JsonNodeFactory.instance.objectNode())));
    try (var server = TestServer.startAfter(clock, store);
        var client = new StdioClient(server)) {
      client.modern(ALL);
      var now = get(client, task.id().value()).result();
      assertThat(now.path("status").asString("")).isEqualTo("failed");
      assertThat(now.has("inputRequests")).isFalse();
    }
  }

  @Test
  void a_call_of_a_tool_that_may_be_restarted_runs_again_with_its_arguments() {
    var task = left(TaskKind.TOOL_CALL, "restartable_wait");
    try (var server = TestServer.startAfter(clock, store);
        var client = new StdioClient(server)) {
      client.modern(ALL);
      server.gate().awaitArrival();
      assertThat(get(client, task.id().value()).result().path("status").asString(""))
          .isEqualTo("working");
      server.gate().open();
      var done = await(client, task.id().value(), "completed");
      assertThat(done.path("result").path("content").path(0).path("text").asString(""))
          .isEqualTo("waited hi");
    }
  }

  @Test
  void a_restarted_call_can_ask_and_be_cancelled() {
    var task = left(TaskKind.TOOL_CALL, "restartable_ask");
    try (var server = TestServer.startAfter(clock, store);
        var client = new StdioClient(server)) {
      client.modern(ALL);
      await(client, task.id().value(), "input_required");
      TaskTesting.cancel(client, task.id().value()).result();
      await(client, task.id().value(), "cancelled");
    }
  }

  @Test
  void a_call_of_a_tool_that_is_gone_is_failed() {
    var task = left(TaskKind.TOOL_CALL, "gone");
    try (var server = TestServer.startAfter(clock, store);
        var client = new StdioClient(server)) {
      client.modern(ALL);
      assertThat(get(client, task.id().value()).result().path("status").asString(""))
          .isEqualTo("failed");
    }
  }

  @Test
  void an_outcome_is_stored_when_the_store_is_back() {
    var steered = new SteeredStore(store);
    try (var server = TestServer.startAfter(clock, steered);
        var client = new StdioClient(server)) {
      client.modern(ALL);
      var task = TaskTesting.startModern(client, "wait");
      server.gate().awaitArrival();
      steered.lock(clock, Duration.ZERO);
      server.gate().open();
      Awaitility.await().until(() -> steered.waits() > 0);
      steered.recover();
      await(client, task, "completed");
    }
  }

  @Test
  void a_run_of_a_workflow_stays_as_it_was() {
    var task = left(TaskKind.WORKFLOW_RUN, "wait");
    try (var _ = TestServer.startAfter(clock, store)) {
      assertThat(store.find(task.owner(), task.id())).hasValue(task);
    }
  }

  @Test
  void tasks_that_have_ended_or_expired_are_left_alone() {
    var ended = left(TaskKind.TOOL_CALL, "wait");
    var completed =
        store.update(ended.owner(), ended.id(), record -> record.completedWith(Json.object()));
    left(TaskKind.TOOL_CALL, "restartable_wait");
    clock.advance(Duration.ofMinutes(61));
    var other = left(TaskKind.TOOL_CALL, "wait");
    try (var _ = TestServer.startAfter(clock, store)) {
      assertThat(completed.status().isFinal()).isTrue();
      assertThat(store.find(other.owner(), other.id()).orElseThrow().status().wireName())
          .isEqualTo("failed");
      assertThat(store.listHeld(TaskKind.TOOL_CALL, TaskCursor.START, 1).tasks()).isEmpty();
    }
  }

  @Test
  void a_call_that_runs_when_the_server_stops_is_interrupted_and_its_task_ends() {
    var server = TestServer.startAfter(clock, store);
    try (var client = new StdioClient(server)) {
      var id = TaskTesting.startModern(client.modern(ALL), "wait_task");
      server.gate().awaitArrival();
      server.close();
      server.gate().awaitInterruption();
      var task = await(client, id, "failed");
      assertThat(task.path("statusMessage").asString("")).contains("server stopped");
    }
  }
}
