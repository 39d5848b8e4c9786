package dev.baton.orchestrator.tools;

import static dev.baton.orchestrator.tools.ToolBench.attemptId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Many callers at the same moment. */
@Tag("slow")
class ConcurrencyTest {
  private static final int CALLERS = 20;

  @TempDir static Path directory;
  static ToolBench bench;

  @BeforeAll
  static void open() throws Exception {
    bench = new ToolBench(directory, new AttemptLimits(16, 16));
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  /** Makes all calls at the same moment. */
  private static <T> List<T> together(int count, IntFunction<Callable<T>> calls) throws Exception {
    var ready = new CountDownLatch(count);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var futures = new ArrayList<Future<T>>();
      for (int caller = 0; caller < count; caller++) {
        var call = calls.apply(caller);
        futures.add(
            threads.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  return call.call();
                }));
      }
      var results = new ArrayList<T>();
      for (var future : futures) {
        results.add(future.get());
      }
      return results;
    }
  }

  private static List<ObjectNode> sameCall(String tool, ObjectNode arguments) throws Exception {
    return together(CALLERS, _ -> () -> bench.client().result(tool, arguments, Json.object()));
  }

  /** One answer for all, or the word that the first call is still under way. */
  private static JsonNode assertOneAnswer(List<ObjectNode> results) {
    var answers =
        results.stream()
            .filter(result -> !result.path("isError").asBoolean(false))
            .map(result -> result.path("structuredContent"))
            .distinct()
            .toList();
    assertThat(answers).hasSize(1);
    assertThat(results)
        .filteredOn(result -> result.path("isError").asBoolean(false))
        .allSatisfy(
            result -> {
              var failure = result.path("structuredContent");
              assertThat(failure.path("code").asString()).isEqualTo("idempotency_in_progress");
              assertThat(failure.path("retryable").asBoolean()).isTrue();
            });
    return answers.getFirst();
  }

  @Test
  void twenty_callers_with_one_key_make_one_task() throws Exception {
    var project = bench.project();
    var create =
        Json.object().put("project_id", project).put("title", "Once").put("request_id", "one");
    var answer = assertOneAnswer(sameCall("create_task", create));
    assertThat(bench.client().call("create_task", create)).isEqualTo(answer);
    assertThat(
            bench
                .client()
                .call("list_tasks", Json.object().put("project_id", project))
                .path("count"))
        .hasToString("1");
  }

  @Test
  void twenty_callers_with_one_key_start_one_attempt() throws Exception {
    var task = bench.task(bench.project(), "Once");
    var start = ToolBench.start(task, "say hi").put("request_id", "one");
    var answer = assertOneAnswer(sameCall("start_task_attempt", start));
    var attempt = answer.path("attempt_id").asString();
    bench.awaitEnd(attempt);
    assertThat(bench.client().call("start_task_attempt", start)).isEqualTo(answer);
    assertThat(
            bench
                .client()
                .call("list_task_attempts", Json.object().put("task_id", task))
                .path("count"))
        .hasToString("1");
    assertThat(messages(attempt)).containsExactly("say hi", "hi");
  }

  @Test
  void twenty_callers_with_one_key_queue_one_message() throws Exception {
    var attempt = bench.attempt("sleep 1", "say first");
    var queue =
        Json.object()
            .put("action", "queue")
            .put("attempt_id", attempt)
            .put("prompt", "say second")
            .put("request_id", "one");
    assertOneAnswer(sameCall("follow_up", queue));
    bench.awaitEnd(attempt);
    assertThat(messages(attempt))
        .containsExactly("sleep 1\nsay first", "first", "say second", "second");
  }

  @Test
  void of_twenty_who_send_at_once_one_is_heard_and_the_others_are_told_that_it_runs()
      throws Exception {
    var attempt = bench.attempt("say first");
    bench.awaitEnd(attempt);
    var send = Json.object().put("action", "send").put("attempt_id", attempt).put("prompt", "hang");
    var results = sameCall("follow_up", send);
    assertThat(results).filteredOn(result -> !result.path("isError").asBoolean(false)).hasSize(1);
    assertThat(results)
        .filteredOn(result -> result.path("isError").asBoolean(false))
        .extracting(result -> result.path("structuredContent").path("code").asString())
        .containsOnly("attempt_busy");
    bench.client().call("stop_attempt", attemptId(attempt));
  }

  @Test
  void attempts_that_start_at_once_in_one_repository_have_worktrees_of_their_own()
      throws Exception {
    var project = bench.project();
    var tasks = IntStream.range(0, 8).mapToObj(i -> bench.task(project, "Task " + i)).toList();
    var started =
        together(
            tasks.size(),
            i ->
                () ->
                    bench
                        .client()
                        .call(
                            "start_task_attempt",
                            ToolBench.start(tasks.get(i), "write mine.txt " + i)));
    assertThat(started)
        .extracting(answer -> answer.path("workspace_branch").asString())
        .doesNotHaveDuplicates();
    for (int i = 0; i < started.size(); i++) {
      var attempt = started.get(i).path("attempt_id").asString();
      assertThat(bench.awaitEnd(attempt).path("state").asString()).isEqualTo("completed");
      var file = Json.object().put("attempt_id", attempt).put("path", "mine.txt");
      assertThat(bench.client().call("get_attempt_file", file).path("content").asString())
          .isEqualTo(i + "\n");
    }
  }

  @Test
  void pages_fit_together_while_entries_arrive() {
    var script = new ArrayList<String>();
    for (int burst = 0; burst < 20; burst++) {
      script.add("lines 40");
      script.add("sleep 0.05");
    }
    var attempt = bench.attempt(script.toArray(String[]::new));
    var forward = new ArrayList<Long>();
    var state = "running";
    var hasMore = true;
    while (hasMore || state.equals("running")) {
      state =
          bench.client().call("get_attempt_status", attemptId(attempt)).path("state").asString();
      var after = forward.isEmpty() ? -1 : forward.getLast();
      var page = logs(attempt, "'wait_ms': 200, 'after_entry_index': " + after);
      forward.addAll(indexes(page));
      hasMore = page.path("has_more").asBoolean();
      assertBackwards(attempt);
    }
    var latest = logs(attempt, "'limit': 1").path("latest_entry_index").longValue();
    assertThat(latest).isGreaterThan(800);
    assertThat(forward).isEqualTo(LongStream.rangeClosed(0, latest).boxed().toList());
  }

  /** From the newest entry of this moment to the first one, however many come meanwhile. */
  private static void assertBackwards(String attempt) {
    var seen = new ArrayList<Long>();
    var page = logs(attempt, "'limit': 200");
    while (true) {
      seen.addAll(0, indexes(page));
      if (page.path("next_cursor").isNull()) {
        break;
      }
      page = logs(attempt, "'limit': 200, 'cursor': " + page.path("next_cursor"));
    }
    assertThat(seen).isEqualTo(LongStream.range(0, seen.size()).boxed().toList());
  }

  private static ObjectNode logs(String attempt, String more) {
    return bench
        .client()
        .call(
            "tail_attempt_logs",
            "{'attempt_id': '%s', 'channel': 'raw', %s}".formatted(attempt, more));
  }

  private static List<Long> indexes(ObjectNode page) {
    return page.path("entries")
        .valueStream()
        .map(entry -> entry.path("entry_index").longValue())
        .toList();
  }

  private static List<String> messages(String attempt) {
    return bench
        .client()
        .call("tail_session_messages", attemptId(attempt))
        .path("messages")
        .valueStream()
        .map(message -> message.path("content").asString())
        .toList();
  }
}
