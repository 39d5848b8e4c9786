package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Long lists come in pages: nothing twice, nothing left out, nothing too large. */
class PagingTest {
  @TempDir Path directory;
  @AutoClose ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
  }

  @Test
  void tasks_come_newest_first_page_by_page() {
    var project = bench.project();
    var made = new ArrayList<String>();
    for (var i = 0; i < 25; i++) {
      made.addFirst(bench.task(project, "Task %02d ".formatted(i) + "x".repeat(490)));
    }
    var seen = new ArrayList<String>();
    var arguments = Json.object().put("project_id", project);
    JsonNode page;
    do {
      page = bench.client().call("list_tasks", arguments);
      assertThat(page.toString().length()).isLessThan(10_000);
      if (!page.path("next_cursor").isNull()) {
        assertThat(page.toString().length()).isGreaterThan(9_000);
      }
      assertThat(page.path("count").intValue()).isEqualTo(page.path("tasks").size());
      page.path("tasks").forEach(task -> seen.add(task.path("task_id").asString()));
      arguments.set("cursor", page.path("next_cursor"));
    } while (!page.path("next_cursor").isNull());
    assertThat(seen).hasSameSizeAs(made).containsExactlyInAnyOrderElementsOf(made);
    var all =
        bench
            .client()
            .call(
                "list_tasks",
                Json.object().put("project_id", project).put("limit", 999_999_999_999L));
    assertThat(all.path("count").intValue()).isEqualTo(25);
  }

  @Test
  void logs_are_read_backwards_and_forwards() {
    var attempt = bench.attempt("lines 120");
    bench.awaitEnd(attempt);
    var newest = logs(attempt, "'channel': 'raw'");
    assertThat(newest.path("channel").asString()).isEqualTo("raw");
    assertThat(newest.path("has_more").asBoolean()).isTrue();
    var latest = newest.path("latest_entry_index").longValue();

    var seen = new ArrayList<Long>();
    var page = newest;
    while (true) {
      seen.addAll(0, indexes(page));
      if (page.path("next_cursor").isNull()) {
        break;
      }
      page = logs(attempt, "'channel': 'raw', 'cursor': " + page.path("next_cursor"));
    }
    assertThat(seen).containsExactlyElementsOf(LongStream.rangeClosed(0, latest).boxed().toList());

    seen.clear();
    var after = -1L;
    do {
      page = logs(attempt, "'channel': 'raw', 'limit': 40, 'after_entry_index': " + after);
      assertThat(page.path("next_cursor").isNull()).isTrue();
      seen.addAll(indexes(page));
      after = seen.getLast();
    } while (page.path("has_more").asBoolean());
    assertThat(seen).containsExactlyElementsOf(LongStream.rangeClosed(0, latest).boxed().toList());
  }

  @Test
  void pages_of_a_log_are_as_full_as_they_may_be() {
    var attempt = bench.attempt("lines 400");
    bench.awaitEnd(attempt);
    for (var channel : List.of("raw", "normalized")) {
      var page = logs(attempt, "'channel': '%s', 'limit': 1000".formatted(channel));
      assertThat(page.path("has_more").asBoolean()).isTrue();
      assertThat(page.toString().length()).isBetween(29_500, 30_000);
    }
  }

  @Test
  void the_conversation_is_read_by_attempt_or_session() {
    var attempt = bench.attempt("say hello");
    var session = bench.awaitEnd(attempt).path("latest_session_id").asString();
    var messages =
        bench.client().call("tail_session_messages", "{'session_id': '%s'}".formatted(session));
    assertThat(messages)
        .isEqualTo(
            bench
                .client()
                .call("tail_session_messages", "{'attempt_id': '%s'}".formatted(attempt)));
    assertThat(messages.path("messages").valueStream().map(m -> m.path("role").asString()))
        .containsExactly("user", "assistant");
    assertThat(messages.path("messages").path(1).path("content").asString()).isEqualTo("hello");
    assertThat(messages.path("messages").path(0).propertyNames())
        .containsExactly(
            "message_index", "role", "content", "execution_process_id", "timestamp", "truncated");
    assertThat(messages.path("latest_message_index").intValue()).isEqualTo(1);
  }

  @Test
  void what_an_agent_says_is_a_message_while_it_runs() {
    var attempt = bench.attempt("say one", "say two", "hang");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                bench
                    .client()
                    .call("tail_session_messages", "{'attempt_id': '%s'}".formatted(attempt))
                    .path("messages")
                    .valueStream()
                    .map(message -> message.path("content").asString())
                    .toList(),
            said -> said.size() == 3 && said.getLast().equals("two"));
    bench.client().call("stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(attempt));
  }

  private ObjectNode logs(String attempt, String more) {
    return bench
        .client()
        .call("tail_attempt_logs", "{'attempt_id': '%s', %s}".formatted(attempt, more));
  }

  private static List<Long> indexes(ObjectNode page) {
    return page.path("entries")
        .valueStream()
        .map(entry -> entry.path("entry_index").longValue())
        .toList();
  }
}
