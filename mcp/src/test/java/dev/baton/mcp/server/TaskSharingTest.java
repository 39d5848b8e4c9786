package dev.baton.mcp.server;

import static dev.baton.mcp.server.TaskTesting.await;
import static dev.baton.mcp.server.TaskTesting.callLegacy;
import static dev.baton.mcp.server.TaskTesting.cancel;
import static dev.baton.mcp.server.TaskTesting.get;
import static dev.baton.mcp.server.TaskTesting.result;
import static dev.baton.mcp.server.TaskTesting.startLegacy;
import static dev.baton.mcp.server.TaskTesting.startModern;
import static dev.baton.mcp.transport.TestClient.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.task.NewTask;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One store of tasks: both eras read it, each owner sees their own, and it has limits. */
class TaskSharingTest {
  private static final TaskOwner ALICE = new TaskOwner("alice");

  private final TestServer server =
      TestServer.start(TaskLimits.DEFAULT.withLivePerOwner(3), builder -> builder.withPageSize(2));
  private final TestClient modern = new StdioClient(server).modern(ALL);
  private final TestClient legacy = new StdioClient(server).legacy("2025-11-25", ALL);

  @AfterEach
  void close() {
    server.close();
    modern.close();
    legacy.close();
  }

  /** A task that belongs to somebody else. */
  private String foreignTask() {
    var subject = Json.object().put("tool", "wait");
    return server
        .store()
        .create(NewTask.of(ALICE, TaskKind.TOOL_CALL, subject, TaskLimits.DEFAULT))
        .id()
        .value();
  }

  @Test
  void a_task_of_the_newer_era_is_read_in_the_older_one_in_its_shape() {
    var id = startModern(modern, "fail_task");
    assertThat(await(modern, id, "completed").path("ttlMs").isNumber()).isTrue();
    var older = get(legacy, id).result();
    assertThat(older.path("status").asString("")).isEqualTo("failed");
    assertThat(older.path("ttl").isNumber()).isTrue();
    assertThat(older.has("ttlMs") || older.has("result") || older.has("resultType")).isFalse();
    assertThat(result(legacy, id).result().path("isError").booleanValue()).isTrue();
  }

  @Test
  void a_task_of_the_older_era_is_read_in_the_newer_one_in_its_shape() {
    var id = startLegacy(legacy, "echo");
    await(legacy, id, "completed");
    var newer = get(modern, id).result();
    assertThat(newer.path("ttlMs").isNumber()).isTrue();
    assertThat(newer.has("ttl") || newer.has("pollInterval")).isFalse();
    assertThat(newer.path("result").path("resultType").asString("")).isEqualTo("complete");
    assertThat(newer.path("result").has("_meta")).isFalse();
  }

  @Test
  void a_task_of_one_era_is_cancelled_in_the_other() {
    var id = startLegacy(legacy, "wait");
    server.gate().awaitArrival();
    cancel(modern, id).result();
    server.gate().awaitInterruption();
    assertThat(get(legacy, id).result().path("status").asString("")).isEqualTo("cancelled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/result", "tasks/cancel"})
  void a_task_of_another_owner_is_answered_like_an_id_that_never_was(String method) {
    var foreign = foreignTask();
    var answer = legacy.request(method, "{'taskId': '%s'}".formatted(foreign)).error();
    var unknown = legacy.request(method, "{'taskId': 'ID'}").error();
    assertThat(answer.toString().replace(foreign, "ID")).isEqualTo(unknown.toString());
    assertThat(server.store().find(ALICE, new TaskId(foreign)).orElseThrow().status())
        .isEqualTo(TaskStatus.WORKING);
  }

  @Test
  void a_list_shows_the_callers_own_tasks_alone() {
    foreignTask();
    var id = startLegacy(legacy, "wait");
    var tasks = legacy.request("tasks/list", "{}").result().path("tasks");
    assertThat(tasks.size()).isEqualTo(1);
    assertThat(tasks.path(0)).isEqualTo(get(legacy, id).result());
  }

  @Test
  void a_list_comes_in_pages_that_show_each_task_once_whatever_is_added() {
    var all = new LinkedHashSet<String>();
    for (var i = 0; i < 5; i++) {
      var id = startLegacy(legacy, "echo");
      await(legacy, id, "completed");
      all.add(id);
      server.clock().advance(Duration.ofSeconds(1));
    }
    var first = legacy.request("tasks/list", "{}").result();
    startLegacy(legacy, "wait");
    var seen = new ArrayList<String>();
    var page = first;
    while (true) {
      page.path("tasks").forEach(task -> seen.add(task.path("taskId").asString("")));
      assertThat(page.path("tasks").size()).isLessThanOrEqualTo(2);
      if (!page.has("nextCursor")) {
        break;
      }
      page =
          legacy
              .request(
                  "tasks/list", "{'cursor': '%s'}".formatted(page.path("nextCursor").asString("")))
              .result();
    }
    assertThat(seen).containsExactlyElementsOf(List.copyOf(all).reversed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"'nonsense'", "''", "17", "{}", "'AAAA'"})
  void a_cursor_that_was_never_given_is_invalid(String cursor) {
    assertThat(legacy.request("tasks/list", "{'cursor': %s}".formatted(cursor)).code())
        .isEqualTo(-32602);
  }

  @Test
  void an_owner_at_the_limit_gets_a_clear_error_and_loses_nothing() {
    var ids = new ArrayList<String>();
    for (var i = 0; i < 3; i++) {
      ids.add(startModern(modern, "wait_task"));
      server.gate().awaitArrival();
    }
    var refused = modern.callTool("wait_task");
    assertThat(refused.code()).isEqualTo(-32603);
    assertThat(refused.error().path("message").asString("")).contains("limit of 3 live tasks");
    assertThat(callLegacy(legacy, "wait", "{}").code()).isEqualTo(-32603);
    for (var id : ids) {
      assertThat(get(modern, id).result().path("status").asString("")).isEqualTo("working");
    }
    cancel(modern, ids.getFirst()).result();
    assertThat(startModern(modern, "wait_task")).isNotEmpty();
  }

  @Test
  void ids_cannot_be_guessed_from_one_another() {
    var ids = new LinkedHashSet<String>();
    for (var i = 0; i < 20; i++) {
      var id = startModern(modern, "echo_task");
      await(modern, id, "completed");
      ids.add(id);
    }
    assertThat(ids).hasSize(20).allMatch(id -> id.length() >= 32);
  }
}
