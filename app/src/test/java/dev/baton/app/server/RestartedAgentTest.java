package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.access.LocalToken;
import dev.baton.app.client.McpClient;
import dev.baton.app.home.DataDirectory;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Attempts go on before the server listens; an agent that is started then can call it all the same.
 */
@Tag("slow")
class RestartedAgentTest {
  @TempDir Path directory;
  private DataDirectory data;

  @BeforeEach
  void prepare() throws IOException {
    data = new DataDirectory(Files.createDirectories(directory.resolve("data")));
  }

  /** A server with room for so many, and somebody who calls it. */
  private final class Board implements AutoCloseable {
    private final BoardServer server;
    private final McpClient client;

    Board(int running) throws IOException {
      Files.writeString(data.file("config.yaml"), "limits: {running: %d}\n".formatted(running));
      var token = new LocalToken(data).loadOrMake();
      server =
          BoardServer.start(
              ServeSettings.ofOwn(data, false), Map.of("PATH", System.getenv("PATH")));
      client = new McpClient(URI.create(server.url()), token.text());
    }

    JsonNode call(String tool, Object... words) throws IOException, InterruptedException {
      var arguments = Json.object();
      for (int place = 0; place < words.length; place += 2) {
        arguments.putPOJO((String) words[place], words[place + 1]);
      }
      return client.call(tool, Json.parseObject(arguments.toString()));
    }

    String start(String project, String script) throws IOException, InterruptedException {
      var task = call("create_task", "project_id", project, "title", script);
      return call(
              "start_task_attempt",
              "task_id",
              task.path("task_id").asString(""),
              "executor",
              "FAKE_AGENT",
              "prompt",
              script)
          .path("attempt_id")
          .asString("");
    }

    @Override
    public void close() {
      client.close();
      server.close();
    }
  }

  @Test
  void an_agent_that_is_started_at_a_restart_waits_for_the_address_of_the_server()
      throws Exception {
    var repository = BoardFixture.makeRepository(directory.resolve("repo"));
    String hanging;
    String waiting;
    try (var board = new Board(1)) {
      var request = Json.object().put("name", "test");
      request.putArray("repos").addObject().put("path", repository.toString());
      var project = board.client.call("create_project", request).path("project_id").asString("");
      hanging = board.start(project, "hang");
      waiting = board.start(project, "mcp get_context {}");
      assertThat(board.call("get_attempt_status", "attempt_id", waiting).path("state").asString(""))
          .isEqualTo("idle");
    }

    // why: there is room for it at once, so it is started before anything listens
    try (var board = new Board(2)) {
      assertThat(
              board
                  .call(
                      "get_attempt_status",
                      "attempt_id",
                      waiting,
                      "wait_ms",
                      45_000,
                      "since_state",
                      "running")
                  .path("state")
                  .asString(""))
          .isEqualTo("completed");
      assertThat(
              board
                  .call("tail_session_messages", "attempt_id", waiting)
                  .path("messages")
                  .path(1)
                  .path("content")
                  .asString(""))
          .contains(waiting)
          .doesNotContain("BATON_URL");
      board.call("stop_attempt", "attempt_id", hanging, "force", true);
    }
  }
}
