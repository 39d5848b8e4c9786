package dev.baton.app.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.verb.Server.Answer;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** {@code node drain} ends when nothing runs there. */
class NodeWaitTest {
  private final Deque<String> answers = new ArrayDeque<>();
  private final List<String> calls = new ArrayList<>();
  private final StringWriter err = new StringWriter();

  private int drain(String... words) throws IOException, InterruptedException {
    Server server =
        (path, arguments) -> {
          calls.add(path + " " + arguments);
          return new Answer(false, node(answers.size() > 1 ? answers.pop() : answers.peek()));
        };
    return PlainVerb.read(List.of(words))
        .orElseThrow()
        .run(server, new PrintWriter(new StringWriter()), new PrintWriter(err), Map.of())
        .orElseThrow();
  }

  private static ObjectNode node(String text) {
    var parts = text.split(" ", -1);
    return Json.object()
        .put("node", "build-1")
        .put("state", parts[0])
        .put("running", Integer.parseInt(parts[1]))
        .put("last_seen", "2026-11-17T10:00:00Z");
  }

  @Test
  void it_waits_until_nothing_runs_and_says_for_what() throws Exception {
    answers.addAll(List.of("draining 2", "draining 2", "draining 1", "draining 0"));

    assertThat(drain("node", "drain", "build-1")).isZero();

    assertThat(calls)
        .containsExactly(
            "/api/drain_node {\"node\":\"build-1\"}",
            "/api/drain_node {\"node\":\"build-1\",\"wait_ms\":30000}",
            "/api/drain_node {\"node\":\"build-1\",\"wait_ms\":30000}",
            "/api/drain_node {\"node\":\"build-1\",\"wait_ms\":30000}");
    assertThat(err.toString().lines())
        .containsExactly(
            "Waiting for 2 attempts on build-1; Ctrl-C ends the waiting, and nothing new starts"
                + " there.",
            "Waiting for 1 attempt on build-1; Ctrl-C ends the waiting, and nothing new starts"
                + " there.");
  }

  @Test
  void it_does_not_wait_for_a_node_that_is_away() throws Exception {
    answers.add("away 2");

    assertThat(drain("node", "drain", "build-1")).isZero();

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "build-1 is away, so nobody knows what still runs there; it was last seen"
                + " 2026-11-17T10:00:00Z.");
  }

  @Test
  void who_does_not_want_to_wait_does_not() throws Exception {
    answers.add("draining 2");

    assertThat(drain("node", "drain", "build-1", "--no-wait")).isZero();
    assertThat(drain("node", "drain", "build-1", "--wait-ms", "5")).isZero();

    assertThat(calls).hasSize(2);
    assertThat(err.toString()).isEmpty();
  }
}
