package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an agent has begun makes no calls any more when its turn has ended. */
@Tag("slow")
class AgentTurnEndTest {
  private static final String LATE =
      """
      name: late
      description: wait for the end of an attempt, then add a task
      durable: true
      arguments:
        - {name: project, description: The project, required: true}
        - {name: attempt, description: The attempt, required: true}
      steps:
        - name: wait
          tool: get_attempt_status
          args:
            attempt_id: {from_arg: attempt}
            wait_ms: 45000
            since_state: running
        - name: add
          tool: create_task
          args:
            project_id: {from_arg: project}
            title: Too late
      """;

  @TempDir private Path directory;
  private BoardFixture board;
  private String attempt;
  private String token;

  @BeforeEach
  void startAnAgent() throws Exception {
    var workflows = Files.createDirectories(directory.resolve("data/workflows"));
    Files.writeString(workflows.resolve("late.yaml"), LATE);
    board = BoardFixture.in(directory);
    attempt = board.start("A task", "env BATON_TOKEN\nhang").path("attempt_id").asString("");
    token = board.agentToken(attempt);
  }

  @AfterEach
  void close() throws Exception {
    stop();
    board.close();
  }

  private ObjectNode ofAttempt() {
    return Json.object().put("attempt_id", attempt);
  }

  private void stop() throws Exception {
    board.client().call("stop_attempt", ofAttempt().put("force", true));
  }

  private ObjectNode arguments() {
    return Json.object().put("project", board.project()).put("attempt", attempt);
  }

  private List<String> titles() throws Exception {
    return board
        .client()
        .call("list_tasks", Json.object().put("project_id", board.project()))
        .path("tasks")
        .findValuesAsString("title");
  }

  private String refusal() {
    return "The token of an agent of attempt %s ended with its turn; the next turn gets another"
        .formatted(attempt);
  }

  /** The token of the agent's next turn, which hangs too. */
  private String nextToken() throws Exception {
    board
        .client()
        .call(
            "follow_up", ofAttempt().put("action", "send").put("prompt", "env BATON_TOKEN\nhang"));
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                board
                    .client()
                    .call("tail_session_messages", ofAttempt())
                    .path("messages")
                    .findValuesAsString("content")
                    .stream()
                    .filter(said -> said.startsWith("baton_") && !said.equals(token))
                    .findFirst()
                    .orElse(""),
            said -> !said.isEmpty());
  }

  /** Starts a workflow as a task, as a client does that has the tasks extension. */
  private JsonNode startTask() throws Exception {
    var params = Json.object().put("name", "run_late");
    params.set("arguments", arguments());
    var meta =
        params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    meta.putObject("io.modelcontextprotocol/clientCapabilities")
        .putObject("extensions")
        .putObject("io.modelcontextprotocol/tasks");
    var message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
    message.set("params", params);
    var request =
        HttpRequest.newBuilder(URI.create(board.url()))
            .POST(HttpRequest.BodyPublishers.ofString(message.toString()));
    Map.of(
            "Authorization", "Bearer " + token,
            "Content-Type", "application/json",
            "MCP-Protocol-Version", "2026-07-28",
            "Mcp-Method", "tools/call",
            "Mcp-Name", "run_late")
        .forEach(request::header);
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
      return Json.parseObject(answer).path("result");
    }
  }

  /** The run, as the agent's next turn sees it, has stopped before it added the task. */
  private void assertStopped() throws Exception {
    try (var agent = new McpClient(URI.create(board.url()), nextToken())) {
      var run =
          await()
              .atMost(Duration.ofSeconds(30))
              .until(
                  () -> agent.call("workflow_status", Json.object()),
                  status -> status.path("steps").findValuesAsString("status").contains("failed"));
      assertThat(run.path("handoff").asString("")).contains(refusal());
    }
    assertThat(titles()).doesNotContain("Too late");
  }

  @Test
  void a_run_that_goes_on_as_a_task_makes_no_more_calls() throws Exception {
    assertThat(startTask().path("resultType").asString("")).isEqualTo("task");

    stop();

    assertStopped();
  }

  @Test
  void a_run_that_somebody_waits_for_makes_no_more_calls() throws Exception {
    var params = Json.object().put("name", "late");
    params.set("arguments", arguments());
    try (var agent = new McpClient(URI.create(board.url()), token)) {
      var run = new FutureTask<>(() -> agent.request("prompts/get", params));
      Thread.startVirtualThread(run);
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .until(() -> agent.call("workflow_status", Json.object()).has("task_id"));

      stop();

      await().atMost(Duration.ofSeconds(30)).until(run::isDone);
      assertStopped();
    }
  }
}
