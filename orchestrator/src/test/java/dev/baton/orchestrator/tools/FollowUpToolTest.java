package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.internal.call.PlainRequest;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Permit;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.failure.AtOtherNode;
import dev.baton.orchestrator.image.PngBytes;
import dev.baton.task.TaskOwner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Messages that are sent, queued and dropped. */
class FollowUpToolTest {
  @TempDir Path directory;
  @AutoClose ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory, new AttemptLimits(1, 1));
  }

  private static String message(String action, String attempt, String prompt) {
    return "{'action': '%s', 'attempt_id': '%s', 'prompt': '%s'}"
        .formatted(action, attempt, prompt);
  }

  private ObjectNode cancel(String attempt) {
    return bench
        .client()
        .call("follow_up", "{'action': 'cancel', 'attempt_id': '%s'}".formatted(attempt));
  }

  @Test
  void while_the_agent_runs_messages_are_queued_not_sent() {
    var attempt = bench.attempt("hang");
    var busy = bench.client().fail("follow_up", message("send", attempt, "say now"));
    assertThat(busy.path("code").asString()).isEqualTo("attempt_busy");
    assertThat(busy.path("retryable").asBoolean()).isTrue();
    assertThat(busy.path("hint").asString()).startsWith("Call follow_up with action queue");

    var queued = bench.client().call("follow_up", message("queue", attempt, "say later"));
    assertThat(queued.path("status").asString()).isEqualTo("queued");
    assertThat(queued.path("execution_process_id").isNull()).isTrue();
    assertThat(queued.path("queue").path("length").intValue()).isEqualTo(1);
    assertThat(queued.path("queue").path("messages").path(0).propertyNames())
        .containsExactly("queued_id", "prompt_preview", "queued_at");

    bench.client().call("stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(attempt));
    assertThat(bench.awaitEnd(attempt).path("queue_held").asBoolean()).isTrue();
    var cancelled = cancel(attempt);
    assertThat(cancelled.path("status").asString()).isEqualTo("empty");
    assertThat(cancelled.path("cancelled").intValue()).isEqualTo(1);
    assertThat(cancelled.has("queue")).isFalse();
  }

  private String queued(String attempt, String prompt) {
    return bench
        .client()
        .call("follow_up", message("queue", attempt, prompt))
        .path("queue")
        .path("messages")
        .valueStream()
        .map(message -> message.path("queued_id").asString())
        .reduce("", (_, next) -> next);
  }

  private ObjectNode about(String action, String attempt, String queued) {
    return bench
        .client()
        .call(
            "follow_up",
            "{'action': '%s', 'attempt_id': '%s', 'queued_id': '%s'}"
                .formatted(action, attempt, queued));
  }

  @Test
  void one_message_of_the_queue_is_dropped_or_sent_now() {
    var attempt = bench.attempt("hang");
    var first = queued(attempt, "say one");
    var second = queued(attempt, "say two");
    queued(attempt, "say three");

    var dropped = about("cancel", attempt, first);
    assertThat(dropped.path("status").asString()).isEqualTo("queued");
    assertThat(dropped.path("cancelled").intValue()).isEqualTo(1);
    assertThat(dropped.path("queue").path("length").intValue()).isEqualTo(2);

    var sent = about("send", attempt, second);
    assertThat(sent.path("status").asString()).isEqualTo("started");
    assertThat(sent.path("execution_process_id").isString()).isTrue();
    assertThat(sent.has("queue")).isFalse();
    assertThat(bench.awaitEnd(attempt).path("state").asString()).isEqualTo("completed");
  }

  @Test
  void a_message_queued_for_an_idle_agent_is_started() {
    var attempt = bench.attempt("say hi");
    bench.awaitEnd(attempt);
    var queued = bench.client().call("follow_up", message("queue", attempt, "say more"));
    assertThat(queued.path("status").asString()).isEqualTo("started");
    assertThat(queued.path("execution_process_id").isString()).isTrue();
    assertThat(queued.path("queue").path("length").intValue()).isZero();
    bench.awaitEnd(attempt);
  }

  @Test
  void after_a_lost_session_the_hint_names_the_tool_that_was_called() throws Exception {
    var attempt = bench.attempt("say hello");
    var task = bench.awaitEnd(attempt).path("task_id").asString();
    try (var files = Files.walk(directory.resolve("conversations"))) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    bench.client().call("follow_up", message("send", attempt, "recall"));
    bench.awaitEnd(attempt);

    var lost =
        bench
            .client()
            .fail("send_follow_up", "{'task_id': '%s', 'prompt': 'recall'}".formatted(task));
    assertThat(lost.path("code").asString()).isEqualTo("session_lost");
    assertThat(lost.path("hint").asString())
        .startsWith("Call send_follow_up again with variant NO_CONTEXT");
  }

  @Test
  void an_attempt_in_line_has_a_place_and_no_session() {
    var running = bench.attempt("hang");
    var waiting =
        bench
            .client()
            .call(
                "start_task_attempt",
                ToolBench.start(bench.task(bench.project(), "Later"), "say late"));
    assertThat(waiting.path("state").asString()).isEqualTo("idle");
    assertThat(waiting.path("session_id").isNull()).isTrue();
    assertThat(waiting.path("waiting").path("position").intValue()).isEqualTo(1);
    var attempt = waiting.path("attempt_id").asString();
    var refused = bench.client().fail("follow_up", message("send", attempt, "say now"));
    assertThat(refused.path("code").asString()).isEqualTo("no_session");
    assertThat(refused.path("hint").asString()).contains("get_attempt_status", "latest_session_id");
    bench.client().call("stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(running));
    assertThat(bench.awaitEnd(attempt).path("state").asString()).isEqualTo("completed");
  }

  @Test
  void files_for_another_node_go_through_the_store_and_not_through_the_words_of_the_call()
      throws Exception {
    var attempt = bench.attempt("say ready");
    bench.awaitEnd(attempt);
    var images = bench.orchestrator().images();
    var file = Files.write(directory.resolve("shot.png"), PngBytes.of(1024 * 1024));
    var kept = UUID.randomUUID().toString();
    var arguments = Json.object().put("attempt_id", attempt);
    arguments.set("images", Json.strings(List.of(kept, "file://" + file)));
    var there = new AtOtherNode("w1", "Elsewhere", "Go there", Map.of("attempt_id", attempt));
    var here = new PlainRequest(TaskOwner.LOCAL, Permit.LASTING, "http");
    var remote = new PlainRequest(TaskOwner.LOCAL, Permit.LASTING, "node");

    try (var carried = ImageField.CarriedImages.of(arguments, there, images, here)) {
      assertThat(carried.arguments().toString().length()).isLessThan(1000);
      var words =
          carried.arguments().path("images").valueStream().map(it -> it.asString()).toList();
      var shown = ImageField.ShownImages.read(words, "follow_up", images, remote);
      assertThat(shown.kept()).containsExactly(UUID.fromString(kept));
      assertThat(shown.files().getFirst().content()).isEqualTo(Files.readAllBytes(file));
    }
    assertThat(images.listUnsent(UUID.fromString(attempt))).isEmpty();

    arguments.set("images", Json.strings(List.of("file://" + file, "file:///no/such.png")));
    assertThatThrownBy(() -> ImageField.CarriedImages.of(arguments, there, images, here))
        .hasMessageContaining("There is no file");
    assertThat(images.listUnsent(UUID.fromString(attempt))).isEmpty();
  }
}
