package dev.baton.orchestrator.tools;

import static dev.baton.orchestrator.tools.ToolBench.attemptId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The scenarios that the tools were specified with: following an attempt and reading its work. */
class AttemptScenariosTest {
  @TempDir static Path directory;
  static ToolBench bench;

  @BeforeAll
  static void open() throws Exception {
    bench = new ToolBench(directory, new AttemptLimits(16, 1));
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  @SuppressWarnings("AnnotateFormatMethod") // why: the annotation is in no library that we have
  private static ObjectNode call(String tool, String arguments, Object... values) {
    return bench.client().call(tool, arguments.formatted(values));
  }

  private static List<Long> indexes(ObjectNode page) {
    return page.path("entries")
        .valueStream()
        .map(entry -> entry.path("entry_index").longValue())
        .toList();
  }

  private static String start(String project, String script) {
    return bench
        .client()
        .call("start_task_attempt", ToolBench.start(bench.task(project, "Do it"), script))
        .path("attempt_id")
        .asString();
  }

  @Test
  void attempt_has_no_sessions_or_processes() {
    var project = bench.project();
    var running = start(project, "hang");
    var waiting = start(project, "say late");
    var status = call("get_attempt_status", attemptId(waiting));
    assertThat(status.path("state").asString()).isEqualTo("idle");
    assertThat(status.path("latest_session_id").isNull()).isTrue();
    assertThat(status.path("latest_execution_process_id").isNull()).isTrue();
    assertThat(status.path("latest_process").isNull()).isTrue();
    call("stop_attempt", attemptId(waiting));
    call("stop_attempt", attemptId(running));
  }

  @Test
  void attempt_is_running() {
    var attempt = bench.attempt("hang");
    var status = call("get_attempt_status", attemptId(attempt));
    assertThat(status.path("state").asString()).isEqualTo("running");
    assertThat(status.path("latest_execution_process_id").isString()).isTrue();
    assertThat(status.path("failure_summary").isNull()).isTrue();
    call("stop_attempt", attemptId(attempt));
  }

  @Test
  void attempt_is_failed() {
    var failed = bench.awaitEnd(bench.attempt("exit 3"));
    assertThat(failed.path("state").asString()).isEqualTo("failed");
    assertThat(failed.path("failure_summary").asString()).startsWith("exit code 3");

    var killed = bench.attempt("hang");
    call("stop_attempt", "{'attempt_id': '%s', 'force': true}", killed);
    var status = call("get_attempt_status", attemptId(killed));
    assertThat(status.path("state").asString()).isEqualTo("failed");
    assertThat(status.path("latest_process").path("status").asString()).isEqualTo("killed");
    assertThat(status.path("failure_summary").asString()).startsWith("stopped");
  }

  @Test
  void default_tail_load() {
    var attempt = bench.attempt("lines 80");
    bench.awaitEnd(attempt);
    var page = call("tail_attempt_logs", attemptId(attempt));
    assertThat(page.path("channel").asString()).isEqualTo("normalized");
    assertThat(indexes(page)).hasSize(50).isSorted().doesNotHaveDuplicates();
    assertThat(indexes(page).getLast()).isEqualTo(page.path("latest_entry_index").longValue());
    assertThat(page.path("has_more").asBoolean()).isTrue();
  }

  @Test
  void load_older_history() {
    var attempt = bench.attempt("lines 80");
    bench.awaitEnd(attempt);
    var newest = call("tail_attempt_logs", attemptId(attempt));
    var older =
        call(
            "tail_attempt_logs",
            "{'attempt_id': '%s', 'cursor': %d, 'limit': 10}",
            attempt,
            newest.path("next_cursor").longValue());
    assertThat(indexes(older)).hasSize(10);
    assertThat(indexes(older).getLast()).isEqualTo(indexes(newest).getFirst() - 1);
    assertThat(older.path("next_cursor").longValue()).isEqualTo(indexes(older).getFirst());
  }

  @Test
  void no_process_yields_empty_history() {
    var project = bench.project();
    var running = start(project, "hang");
    var waiting = start(project, "say late");
    for (var channel : List.of("normalized", "raw")) {
      var logs =
          call("tail_attempt_logs", "{'attempt_id': '%s', 'channel': '%s'}", waiting, channel);
      assertThat(logs.path("entries").isEmpty()).isTrue();
      assertThat(logs.path("has_more").asBoolean()).isFalse();
      assertThat(logs.path("next_cursor").isNull()).isTrue();
      assertThat(logs.path("latest_entry_index").isNull()).isTrue();
    }
    call("stop_attempt", attemptId(waiting));
    call("stop_attempt", attemptId(running));
  }

  private static String attemptWithManyFiles() {
    var script = IntStream.rangeClosed(1, 501).mapToObj("write many/%d.txt x"::formatted).toList();
    var attempt = bench.attempt(script.toArray(String[]::new));
    bench.awaitEnd(attempt);
    return attempt;
  }

  @Test
  void guard_blocks_file_list() {
    var blocked = call("get_attempt_changes", attemptId(attemptWithManyFiles()));
    assertThat(blocked.path("blocked").asBoolean()).isTrue();
    assertThat(blocked.path("blocked_reason").asString()).isEqualTo("threshold_exceeded");
    assertThat(blocked.path("files").isEmpty()).isTrue();
    assertThat(blocked.path("summary").path("file_count").intValue()).isEqualTo(501);
    assertThat(blocked.path("hint").asString()).contains("force true");
  }

  @Test
  void changes_that_git_cannot_tell_say_why_and_what_to_do() throws Exception {
    var attempt = bench.attempt("write a.txt x");
    var workspace = Path.of(bench.awaitEnd(attempt).path("workspace_path").asString());
    Files.writeString(
        Path.of(Files.readString(workspace.resolve(".git")).replace("gitdir: ", "").strip())
            .resolve("index"),
        "broken");

    var blocked = call("get_attempt_changes", attemptId(attempt));

    assertThat(blocked.path("blocked").asBoolean()).isTrue();
    assertThat(blocked.path("blocked_reason").asString()).isEqualTo("summary_failed");
    assertThat(blocked.path("reason").asString()).contains("index");
    assertThat(blocked.path("hint").asString()).contains("workspace_path", "get_attempt_changes");
  }

  @Test
  void force_bypasses_guard() {
    var attempt = attemptWithManyFiles();
    var forced = call("get_attempt_changes", "{'attempt_id': '%s', 'force': true}", attempt);
    assertThat(forced.path("blocked").asBoolean()).isFalse();
    assertThat(forced.path("blocked_reason").isNull()).isTrue();
    assertThat(forced.path("files").size()).isEqualTo(501);
  }

  @Test
  void reject_mixed_pagination_modes() {
    // why this code: a rule that has a code of its own is answered with it
    var refused =
        bench
            .client()
            .fail(
                "tail_attempt_logs",
                "{'attempt_id': '%s', 'cursor': 5, 'after_entry_index': 3}"
                    .formatted(ToolBench.MISSING));
    assertThat(refused.path("code").asString()).isEqualTo("mixed_pagination");
    assertThat(refused.path("hint").asString()).contains("cursor", "after_entry_index");
  }

  @Test
  void stop_a_running_attempt() {
    var attempt = bench.attempt("hang");
    var stopped = call("stop_attempt", attemptId(attempt));
    assertThat(stopped.path("state").asString()).isIn("failed", "completed");
    assertThat(call("get_attempt_status", attemptId(attempt)).path("state").asString())
        .isNotEqualTo("running");
  }

  @Test
  void tail_transcript_for_latest_session_in_attempt() {
    var attempt = bench.attempt("say one", "say two", "say three");
    var session = bench.awaitEnd(attempt).path("latest_session_id");
    var page = call("tail_session_messages", "{'attempt_id': '%s', 'limit': 2}", attempt);
    assertThat(page.path("session_id")).isEqualTo(session);
    assertThat(page.path("messages").valueStream().map(item -> item.path("content").asString()))
        .containsExactly("two", "three");
    var older =
        call(
            "tail_session_messages",
            "{'attempt_id': '%s', 'limit': 2, 'cursor': %d}",
            attempt,
            page.path("next_cursor").longValue());
    assertThat(older.path("messages").path(1).path("content").asString()).isEqualTo("one");
    assertThat(older.path("next_cursor").isNull()).isTrue();
  }

  @Test
  void artifact_retrieval_is_size_bounded() {
    var attempt = bench.attempt("write big.txt " + "x".repeat(5000));
    bench.awaitEnd(attempt);
    var blocked =
        call(
            "get_attempt_file",
            "{'attempt_id': '%s', 'path': 'big.txt', 'max_bytes': 600000}",
            attempt);
    assertThat(blocked.path("blocked").asBoolean()).isTrue();
    assertThat(blocked.path("blocked_reason").asString()).isEqualTo("size_exceeded");
    assertThat(blocked.path("hint").asString()).contains("max_bytes");

    var cut =
        call(
            "get_attempt_file",
            "{'attempt_id': '%s', 'path': 'big.txt', 'max_bytes': 100}",
            attempt);
    assertThat(cut.path("blocked").asBoolean()).isFalse();
    assertThat(cut.path("truncated").asBoolean()).isTrue();
    assertThat(cut.path("total_bytes").intValue()).isEqualTo(5001);
  }
}
