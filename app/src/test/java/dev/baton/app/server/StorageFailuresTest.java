package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What models hear when the database refuses what belongs to tasks of the protocol. */
class StorageFailuresTest {
  @TempDir private Path directory;
  private BoardFixture board;

  @BeforeEach
  void open() throws Exception {
    board = BoardFixture.in(directory);
  }

  @AfterEach
  void close() throws Exception {
    board.close();
  }

  /** From now on no task is made or changed. */
  private void refuseTasks() throws SQLException {
    try (var other = DriverManager.getConnection("jdbc:sqlite:" + board.data().file("baton.db"));
        var statement = other.createStatement()) {
      for (var change : new String[] {"insert", "update"}) {
        statement.execute(
            "create trigger no_%s before %s on mcp_task begin select raise(abort, 'refused'); end"
                .formatted(change, change));
      }
    }
  }

  /** Calls a tool as a client does that can follow tasks. */
  private JsonNode call(String tool, ObjectNode arguments) throws Exception {
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    params
        .putObject("_meta")
        .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
        .putObject("io.modelcontextprotocol/clientCapabilities")
        .putObject("extensions")
        .putObject("io.modelcontextprotocol/tasks");
    var message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
    message.set("params", params);
    var request =
        HttpRequest.newBuilder(URI.create(board.url()))
            .POST(HttpRequest.BodyPublishers.ofString(message.toString()));
    Map.of(
            "Authorization", "Bearer " + board.token(),
            "Content-Type", "application/json",
            "MCP-Protocol-Version", "2026-07-28",
            "Mcp-Method", "tools/call",
            "Mcp-Name", tool)
        .forEach(request::header);
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
      return Json.parseObject(answer).path("result");
    }
  }

  @Test
  void a_run_that_the_database_does_not_complete_is_refused_with_the_code_for_it()
      throws Exception {
    var arguments = Json.object().put("project_id", board.project()).put("title", "exit 1");
    board.client().call("run_deliver_task", arguments.put("executor", "FAKE_AGENT"));
    refuseTasks();

    var refused = call("workflow_complete", Json.object().put("result", "done"));

    assertThat(refused.path("isError").asBoolean(false)).isTrue();
    var envelope = refused.path("structuredContent");
    assertThat(envelope.path("code").asString("")).isEqualTo("storage_unavailable");
    assertThat(envelope.path("retryable").asBoolean(false)).isTrue();
    assertThat(envelope.path("hint").asString("")).startsWith("Call workflow_complete again");
  }

  @Test
  void an_attempt_that_can_have_no_task_is_started_without_one() throws Exception {
    var task =
        board
            .client()
            .call(
                "create_task",
                Json.object().put("project_id", board.project()).put("title", "say hello"));
    refuseTasks();

    var started =
        call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task.path("task_id").asString(""))
                .put("executor", "FAKE_AGENT"));

    assertThat(started.path("resultType").asString("")).isEqualTo("complete");
    var attempt = started.path("structuredContent").path("attempt_id").asString("");
    board.awaitEnd(attempt);
  }
}
