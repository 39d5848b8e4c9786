package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Whoever waits for an attempt that is stopped while it waits in line hears of it. */
class StoppedInLineTest {
  /** Shorter than the longest wait of one call, so that it cannot be that which ended. */
  private static final Duration SOON = Duration.ofSeconds(15);

  @TempDir Path directory;
  ToolBench bench;
  String running = "";

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory, new AttemptLimits(1, 1));
    running = bench.attempt("hang");
  }

  @AfterEach
  void close() {
    bench.client().call("stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(running));
    bench.close();
  }

  @Test
  void the_task_of_an_attempt_that_is_stopped_in_line_ends() {
    try (var client =
        new MemoryClient(bench.server(), TaskOwner.LOCAL).modern(ToolBench.WITH_TASKS)) {
      var card = bench.task(bench.project(), "Later");
      var task =
          client
              .result("start_task_attempt", ToolBench.start(card, "say late"), Json.object())
              .path("taskId")
              .asString();
      var attempt = Awaitility.await().until(() -> latestAttempt(card), id -> !id.isEmpty());
      stop(attempt);

      var ended =
          Awaitility.await()
              .atMost(SOON)
              .until(
                  () -> client.request("tasks/get", Json.object().put("taskId", task)).result(),
                  seen -> !seen.path("status").asString("").equals("working"));
      assertThat(ended.path("status").asString()).isEqualTo("completed");
      var answer = ended.path("result").path("structuredContent");
      assertThat(answer.path("attempt_id").asString()).isEqualTo(attempt);
      assertThat(answer.path("state").asString()).isEqualTo("idle");
      assertThat(answer.path("session_id").isNull()).isTrue();
      assertThat(answer.has("waiting")).isFalse();
    }
  }

  @Test
  void who_waits_for_its_state_to_change_is_answered_when_it_is_stopped() throws Exception {
    var attempt =
        bench
            .client()
            .call(
                "start_task_attempt",
                ToolBench.start(bench.task(bench.project(), "Later"), "say x"))
            .path("attempt_id")
            .asString();
    var waiting = CompletableFuture.supplyAsync(() -> awaitNews(attempt));
    stop(attempt);

    var status = waiting.get(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(status.path("state").asString()).isEqualTo("idle");
    assertThat(status.path("waiting").isNull()).isTrue();
  }

  private ObjectNode awaitNews(String attempt) {
    return bench
        .client()
        .call(
            "get_attempt_status",
            "{'attempt_id': '%s', 'wait_ms': 45000, 'since_state': 'idle'}".formatted(attempt));
  }

  private void stop(String attempt) {
    var stopped = bench.client().call("stop_attempt", ToolBench.attemptId(attempt));
    assertThat(stopped.path("state").asString()).isEqualTo("idle");
    assertThat(stopped.path("stopped").intValue()).isZero();
  }

  private String latestAttempt(String task) {
    return bench
        .client()
        .call("list_task_attempts", "{'task_id': '%s'}".formatted(task))
        .path("latest_attempt_id")
        .asString("");
  }
}
