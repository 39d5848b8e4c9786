package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Updates and turns as callers of tools see them. */
class TurnToolsTest {
  @TempDir Path directory;
  @AutoClose ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
  }

  private String ended(String script) {
    var attempt = bench.attempt(script);
    bench.awaitEnd(attempt);
    return attempt;
  }

  @Test
  void an_update_answers_with_all_its_fields() {
    var attempt = ended("write a.txt one");

    var answer = bench.client().call("update_attempt", ToolBench.attemptId(attempt));

    assertThat(answer.propertyNames())
        .containsExactly("attempt_id", "updates", "kept_refs", "execution_process_id");
    assertThat(answer.path("execution_process_id").isNull()).isTrue();
    assertThat(answer.path("updates").path(0).propertyNames())
        .containsExactly("repo_id", "repo_name", "target_branch", "commit", "commits", "conflicts");
  }

  @Test
  void turns_are_shown_with_all_their_fields_and_can_be_retried() {
    var attempt = ended("write a.txt one");

    var answer = bench.client().call("list_turns", ToolBench.attemptId(attempt));

    assertThat(answer.propertyNames())
        .containsExactly("attempt_id", "turns", "count", "next_cursor");
    assertThat(answer.path("count").asInt(-1)).isEqualTo(1);
    var turn = answer.path("turns").path(0);
    assertThat(turn.propertyNames())
        .containsExactly(
            "turn",
            "session_id",
            "prompt_preview",
            "variant",
            "model",
            "effort",
            "state",
            "started_at",
            "ended_at",
            "commit_before",
            "commit_after",
            "changes",
            "usage");
    assertThat(turn.path("state").asString("")).isEqualTo("completed");
    assertThat(turn.path("commit_before").asString("")).matches("[0-9a-f]{40}");

    var retried =
        bench.client().call("retry_turn", "{'attempt_id': '%s', 'turn': 0}".formatted(attempt));
    assertThat(retried.propertyNames())
        .containsExactly(
            "session_id",
            "attempt_id",
            "execution_process_id",
            "status",
            "kept_refs",
            "targets",
            "conversation");
    assertThat(retried.path("status").asString("")).isEqualTo("started");
    assertThat(retried.path("kept_refs").size()).isEqualTo(1);
    assertThat(retried.path("conversation").asString("")).isEqualTo("new");
    bench.awaitEnd(attempt);
    var sessions =
        bench.client().call("get_attempt_status", ToolBench.attemptId(attempt)).path("sessions");
    assertThat(sessions.size()).isEqualTo(2);
    assertThat(sessions.path(0).path("session_id")).isEqualTo(retried.path("session_id"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "retry_turn | {'attempt_id': 'ID'}",
        "retry_turn | {'attempt_id': 'ID', 'turn': 'x'}",
        "retry_turn | {'attempt_id': 'ID', 'turn': 0.5}",
        "retry_turn | {'attempt_id': 'ID', 'turn': 0, 'prompt': ' '}",
        "retry_turn | {'attempt_id': 'ID', 'turn': 0, 'variant': 'NOPE'}",
        "update_attempt | {}",
        "update_attempt | {'attempt_id': 'ID', 'strategy': 'squash'}",
        "update_attempt | {'attempt_id': 'ID', 'target_branch': ''}",
        "update_attempt | {'attempt_id': 'ID', 'branch': 'main'}",
        "update_attempt | {'attempt_id': 'ID', 'resolve': 'yes'}",
        "list_turns | {'attempt_id': 'ID', 'limit': 0}",
        "list_turns | {'attempt_id': 'ID', 'cursor': 'nonsense'}",
      })
  void bad_input_is_refused(String tool, String arguments) {
    var attempt = ended("say hello");

    var refused = bench.client().fail(tool, arguments.replace("ID", attempt));

    assertThat(refused.path("code").asString("")).as("%s", refused).isEqualTo("invalid_argument");
    assertThat(refused.path("hint").asString("")).isNotBlank();
  }
}
