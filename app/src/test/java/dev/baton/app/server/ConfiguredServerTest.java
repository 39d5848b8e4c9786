package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.TestForge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a server does with its configuration. */
class ConfiguredServerTest {
  @TempDir private Path directory;

  private BoardFixture configured(String yaml) throws IOException, InterruptedException {
    var data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(data.resolve("config.yaml"), yaml);
    return BoardFixture.in(directory);
  }

  @Test
  void a_forge_is_known_by_the_name_that_the_user_has_for_it() throws Exception {
    var gh = TestForge.of(directory.resolve("forge"), "gh");
    try (var board =
        configured(
            "forges: {work: {kind: github, url: https://github.com, command: %s}}"
                .formatted(directory.resolve("forge/gh")))) {
      TestForge.remote(board.repository(), "git@work:acme/shop.git");
      var attempt = board.attempt("Propose", "write b.txt one");

      var made = board.client().call("create_pull_request", named(attempt));

      var proposed = made.path("pull_requests").path(0);
      assertThat(proposed.path("host").asString()).isEqualTo("work");
      assertThat(proposed.path("number").asInt()).isEqualTo(128);
      assertThat(proposed.path("state").asString()).isEqualTo("open");
      assertThat(gh.text("title")).isEqualTo("Propose");
    }
  }

  private static ObjectNode named(String attempt) {
    return Json.object().put("attempt_id", attempt);
  }

  /** The status of an attempt by this executor, when it has ended. */
  private static JsonNode run(BoardFixture board, String executor, String prompt)
      throws IOException, InterruptedException {
    var task =
        board
            .client()
            .call(
                "create_task",
                Json.object().put("project_id", board.project()).put("title", "Run"));
    var attempt =
        board
            .client()
            .call(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task.path("task_id").asString(""))
                    .put("executor", executor)
                    .put("prompt", prompt))
            .path("attempt_id")
            .asString("");
    return board
        .client()
        .call(
            "get_attempt_status",
            named(attempt).put("wait_ms", 45_000).put("since_state", "running"));
  }

  private static String said(BoardFixture board, JsonNode status)
      throws IOException, InterruptedException {
    return board
        .client()
        .call("tail_session_messages", named(status.path("attempt_id").asString("")))
        .path("messages")
        .path(1)
        .path("content")
        .asString("");
  }

  @Test
  void any_program_can_be_an_executor() throws Exception {
    var yaml =
        """
        executors:
          READS: {kind: command, command: [sh, -c, 'echo "read: $(cat)"']}
          TAKES: {kind: command, command: [echo, 'given:', '{prompt}']}
          EVENTS:
            kind: command
            command: [cat]
            output: json-lines
        """;
    try (var board = configured(yaml)) {
      var reads = run(board, "READS", "Do it");
      assertThat(reads.path("state").asString()).isEqualTo("completed");
      assertThat(said(board, reads)).isEqualTo("read: Do it");
      assertThat(said(board, run(board, "TAKES", "Do that"))).isEqualTo("given: Do that");

      var events =
          run(
              board,
              "EVENTS",
              """
              {"type": "assistant", "text": "hello"}
              {"type": "result", "status": "success"}
              """);
      assertThat(events.path("state").asString()).isEqualTo("completed");
      assertThat(said(board, events)).isEqualTo("hello");
      var silent = run(board, "EVENTS", "{\"type\": \"assistant\", \"text\": \"hello\"}");
      assertThat(silent.path("state").asString()).isEqualTo("failed");
      assertThat(silent.path("failure_summary").asString())
          .contains("EVENTS ended without a closing event");
    }
  }

  @Test
  void the_wire_has_its_limits_and_runs_are_told_as_it_says() throws Exception {
    try (var board = configured("{limits: {message_bytes: 65536}, trace: single}")) {
      var task = Json.object().put("project_id", board.project()).put("title", "Long");
      assertThatThrownBy(
              () -> board.client().call("create_task", task.put("description", "x".repeat(65_536))))
          .hasMessageContaining("longer than 65536 bytes");

      var prompt = Json.object().put("name", "triage_failures");
      prompt.putObject("arguments").put("project_id", board.project());
      assertThat(board.client().request("prompts/get", prompt).path("messages")).hasSize(1);
    }
  }

  @Test
  void variables_of_a_variant_and_limits_of_changes_count() throws Exception {
    var yaml =
        """
        limits: {files: 1}
        executors:
          FAKE_AGENT:
            environment: {SHADE: dark}
            default_variant: RED
            variants: {RED: {environment: {COLOUR: red}}}
        """;
    try (var board = configured(yaml)) {
      var status = run(board, "FAKE_AGENT", "env COLOUR\nwrite b.txt b\nwrite c.txt c");
      assertThat(said(board, status)).isEqualTo("red");
      assertThat(said(board, run(board, "FAKE_AGENT", "env SHADE"))).isEqualTo("dark");

      var changes =
          board.client().call("get_attempt_changes", named(status.path("attempt_id").asString("")));
      assertThat(changes.path("blocked").asBoolean()).isTrue();
      assertThat(changes.path("blocked_reason").asString()).isEqualTo("threshold_exceeded");
    }
  }
}
