package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The scenarios that the tools were specified with: talking on with an agent. */
class FollowUpScenariosTest {
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
  private static ObjectNode followUp(String arguments, Object... values) {
    return bench.client().call("follow_up", arguments.formatted(values));
  }

  private static String ended(String... script) {
    var attempt = bench.attempt(script);
    bench.awaitEnd(attempt);
    return attempt;
  }

  private static String session(String attempt) {
    return bench
        .client()
        .call("get_attempt_status", ToolBench.attemptId(attempt))
        .path("latest_session_id")
        .asString();
  }

  private static void stop(String attempt) {
    bench.client().call("stop_attempt", "{'attempt_id': '%s', 'force': true}".formatted(attempt));
  }

  private static String lastWords(String attempt) {
    bench.awaitEnd(attempt);
    return bench
        .client()
        .call("tail_session_messages", ToolBench.attemptId(attempt))
        .path("messages")
        .valueStream()
        .map(message -> message.path("content").asString())
        .reduce("", (_, next) -> next);
  }

  /** An attempt that waits because another one of its project runs. */
  private record Waiting(String running, String attempt) {
    static Waiting make() {
      var project = bench.project();
      var running = start(project, "hang");
      return new Waiting(running, start(project, "say late"));
    }

    private static String start(String project, String script) {
      return bench
          .client()
          .call("start_task_attempt", ToolBench.start(bench.task(project, "Do it"), script))
          .path("attempt_id")
          .asString();
    }

    void end() {
      stop(attempt);
      stop(running);
    }
  }

  @Test
  void follow_up_by_attempt_id() {
    var attempt = ended("say first");
    var sent = followUp("{'action': 'send', 'attempt_id': '%s', 'prompt': 'recall'}", attempt);
    assertThat(sent.path("session_id").asString()).isEqualTo(session(attempt));
    assertThat(lastWords(attempt)).contains("2");
  }

  @Test
  void send_follow_up_by_attempt_id() {
    var attempt = ended("say first");
    var sent = followUp("{'action': 'send', 'attempt_id': '%s', 'prompt': 'say on'}", attempt);
    assertThat(sent.path("status").asString()).isEqualTo("started");
    assertThat(sent.path("execution_process_id").isString()).isTrue();
    assertThat(lastWords(attempt)).isEqualTo("on");
  }

  @Test
  void send_follow_up_by_session_id() {
    var attempt = ended("say first");
    var sent =
        followUp("{'action': 'send', 'session_id': '%s', 'prompt': 'say on'}", session(attempt));
    assertThat(sent.path("status").asString()).isEqualTo("started");
    assertThat(sent.path("attempt_id").asString()).isEqualTo(attempt);
    assertThat(lastWords(attempt)).isEqualTo("on");
  }

  @Test
  void queue_follow_up_by_attempt_id() {
    var attempt = bench.attempt("hang");
    var queued = followUp("{'action': 'queue', 'attempt_id': '%s', 'prompt': 'say on'}", attempt);
    assertQueued(queued);
    stop(attempt);
  }

  @Test
  void queue_follow_up_by_session_id() {
    var attempt = bench.attempt("hang");
    var queued =
        followUp("{'action': 'queue', 'session_id': '%s', 'prompt': 'say on'}", session(attempt));
    assertQueued(queued);
    stop(attempt);
  }

  private static void assertQueued(ObjectNode queued) {
    assertThat(queued.path("status").asString()).isEqualTo("queued");
    assertThat(queued.path("queue").path("length").intValue()).isEqualTo(1);
    assertThat(queued.path("queue").path("messages").path(0).path("prompt_preview").asString())
        .isEqualTo("say on");
  }

  @Test
  void cancel_queued_follow_up() {
    var attempt = bench.attempt("hang");
    followUp("{'action': 'queue', 'attempt_id': '%s', 'prompt': 'say on'}", attempt);
    var cancelled = followUp("{'action': 'cancel', 'session_id': '%s'}", session(attempt));
    assertThat(cancelled.path("status").asString()).isEqualTo("empty");
    assertThat(cancelled.path("cancelled").intValue()).isEqualTo(1);
    stop(attempt);
  }

  @Test
  void attempt_has_no_sessions() {
    var waiting = Waiting.make();
    for (var action : new String[] {"send", "queue"}) {
      var refused =
          bench
              .client()
              .fail(
                  "follow_up",
                  "{'action': '%s', 'attempt_id': '%s', 'prompt': 'x'}"
                      .formatted(action, waiting.attempt()));
      assertThat(refused.path("code").asString()).isEqualTo("no_session");
    }
    waiting.end();
  }

  @Test
  void missing_session_yields_actionable_hint() {
    var waiting = Waiting.make();
    var refused =
        bench
            .client()
            .fail(
                "follow_up",
                "{'action': 'send', 'attempt_id': '%s', 'prompt': 'x'}"
                    .formatted(waiting.attempt()));
    assertThat(refused.propertyNames()).contains("code", "message", "retryable", "hint");
    assertThat(refused.path("hint").asString())
        .isEqualTo(
            "Call get_attempt_status until latest_session_id is not null, then call follow_up again");
    waiting.end();
  }

  @Test
  void tool_description_contains_guidance_headings() {
    assertThat(tool().path("description").asString())
        .contains("Use when:", "Required:", "Next:", "Avoid:");
  }

  @Test
  void follow_up_send_requires_prompt_by_schema() {
    // why if and then: a choice at the root makes some clients drop the tool
    var schema = tool().path("inputSchema");
    assertThat(schema.path("if").toString()).contains("action");
    assertThat(schema.toString()).contains("\"required\":[\"prompt\"]");
    for (var action : new String[] {"send", "queue"}) {
      var refused =
          bench
              .client()
              .fail(
                  "follow_up",
                  "{'action': '%s', 'attempt_id': '%s'}".formatted(action, ToolBench.MISSING));
      assertThat(refused.path("code").asString()).isEqualTo("invalid_argument");
      assertThat(refused.toString()).contains("prompt");
    }
  }

  @Test
  void reject_dual_targeting() {
    // why this code: a rule that has a code of its own is answered with it
    var refused =
        bench
            .client()
            .fail(
                "follow_up",
                "{'action': 'send', 'prompt': 'x', 'attempt_id': '%1$s', 'session_id': '%1$s'}"
                    .formatted(ToolBench.MISSING));
    assertThat(refused.path("code").asString()).isEqualTo("ambiguous_target");
    assertThat(refused.path("hint").asString()).contains("attempt_id", "session_id");
  }

  private static JsonNode tool() {
    return bench
        .client()
        .request("tools/list", "{}")
        .result()
        .path("tools")
        .valueStream()
        .filter(each -> each.path("name").asString().equals("follow_up"))
        .findFirst()
        .orElseThrow();
  }
}
