package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.ServerFile;
import dev.baton.app.client.McpClient;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.server.BoardServer;
import dev.baton.app.server.ServeSettings;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server of the board inside of the test, with a project, a repository and a client. Programs in
 * the folder {@code bin} beside them are found first.
 */
public final class BoardFixture implements AutoCloseable {
  private final Path repository;
  private final DataDirectory data;
  private final BoardServer server;
  private final McpClient client;
  private final String project;
  private final String token;
  private final List<String> hanging = new ArrayList<>();

  private BoardFixture(Path directory, boolean coreToolsOnly)
      throws IOException, InterruptedException {
    repository = makeRepository(directory.resolve("repo"));
    data = new DataDirectory(directory.resolve("data"));
    var token = new LocalToken(data).loadOrMake();
    var settings = ServeSettings.ofOwn(data, coreToolsOnly);
    server =
        BoardServer.start(
            settings, Map.of("PATH", directory.resolve("bin") + ":" + System.getenv("PATH")));
    ServerFile.ofThisProcess(server.port(), server.linePort(), server.url()).write(data);
    this.token = token.text();
    client = new McpClient(URI.create(server.url()), this.token);
    project = coreToolsOnly ? "" : addProject();
  }

  public static BoardFixture in(Path directory) throws IOException, InterruptedException {
    return new BoardFixture(directory, false);
  }

  public static BoardFixture withCoreToolsOnly(Path directory)
      throws IOException, InterruptedException {
    return new BoardFixture(directory, true);
  }

  /** A git repository with one commit. */
  public static Path makeRepository(Path place) {
    return TestRepository.make(place, "a.txt", "a\n");
  }

  private String addProject() throws IOException, InterruptedException {
    var request = Json.object().put("name", "test");
    request.putArray("repos").addObject().put("path", repository.toString());
    return client.call("create_project", request).path("project_id").asString("");
  }

  public McpClient client() {
    return client;
  }

  /** Where MCP is. */
  public String url() {
    return server.url();
  }

  /** What lets the local user in. */
  public String token() {
    return token;
  }

  public DataDirectory data() {
    return data;
  }

  public Path repository() {
    return repository;
  }

  public String project() {
    return project;
  }

  /** An attempt of the fake agent at a task of its own. */
  public JsonNode start(String title, String script) throws IOException, InterruptedException {
    return start(project, title, script);
  }

  /** The same, by an agent that asks before it uses a tool. */
  public JsonNode startAsking(String script) throws IOException, InterruptedException {
    return start(project, "Ask", Json.object().put("variant", "APPROVALS").put("prompt", script));
  }

  /** An attempt of the fake agent at a task of its own in another project. */
  public JsonNode start(String projectId, String title, String script)
      throws IOException, InterruptedException {
    return start(projectId, title, Json.object().put("prompt", script));
  }

  private JsonNode start(String projectId, String title, ObjectNode request)
      throws IOException, InterruptedException {
    var task =
        client.call("create_task", Json.object().put("project_id", projectId).put("title", title));
    return client.call(
        "start_task_attempt",
        request.put("task_id", task.path("task_id").asString("")).put("executor", "FAKE_AGENT"));
  }

  /** The token of an agent that says it and runs until the board is closed. */
  public String agentToken() throws IOException, InterruptedException {
    var attempt = start("Tell", "env BATON_TOKEN\nhang").path("attempt_id").asString("");
    hanging.add(attempt);
    return agentToken(attempt);
  }

  /** The token that the agent of this attempt says. */
  public String agentToken(String attempt) {
    var query = Json.object().put("attempt_id", attempt);
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                client
                    .call("tail_session_messages", query)
                    .path("messages")
                    .path(1)
                    .path("content")
                    .asString(""),
            said -> said.startsWith("baton_"));
  }

  /** An attempt of the fake agent at a task of its own, which has ended. */
  public String attempt(String title, String script) throws IOException, InterruptedException {
    var attempt = start(title, script).path("attempt_id").asString("");
    awaitEnd(attempt);
    return attempt;
  }

  /** Returns when the agent of an attempt is done. */
  public void awaitEnd(String attempt) throws IOException, InterruptedException {
    var running =
        Json.object()
            .put("attempt_id", attempt)
            .put("wait_ms", 45_000)
            .put("since_state", "running");
    var end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (client
        .call("get_attempt_status", running)
        .path("state")
        .asString("")
        .equals("running")) {
      assertThat(System.nanoTime()).as("attempt %s still runs", attempt).isLessThan(end);
    }
  }

  /** The messages of a workflow's run, one text each. */
  public List<String> run(String workflow, JsonNode arguments)
      throws IOException, InterruptedException {
    var params = Json.object().put("name", workflow);
    params.set("arguments", arguments);
    return client
        .request("prompts/get", params)
        .path("messages")
        .valueStream()
        .map(message -> message.path("content").path("text").asString(""))
        .toList();
  }

  @Override
  public void close() throws IOException {
    try {
      for (var attempt : hanging) {
        client.call("stop_attempt", Json.object().put("attempt_id", attempt).put("force", true));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
    ServerFile.delete(data);
    server.close();
  }
}
