package dev.baton.app.server;

import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.app.access.LocalToken;
import dev.baton.app.client.McpClient;
import dev.baton.app.home.DataDirectory;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A server with a data directory of its own, and somebody who calls it. */
final class BoardNode implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory;
  private final BoardServer server;
  private final McpClient client;
  private final String token;

  /**
   * A server that is up.
   *
   * @param directory where all nodes are, and the repository
   * @param address of the database
   * @param coreToolsOnly whether models get only the tools of the specified list
   */
  BoardNode(Path directory, String address, String name, boolean coreToolsOnly) throws IOException {
    this(directory, address, name, coreToolsOnly, "");
  }

  /** The same with more settings. */
  BoardNode(Path directory, String address, String name, boolean coreToolsOnly, String settings)
      throws IOException {
    this.directory = directory;
    var data = new DataDirectory(Files.createDirectories(directory.resolve(name)));
    Files.writeString(
        data.file("config.yaml"), "database: {url: '%s'}\n%s".formatted(address, settings));
    token = new LocalToken(data).loadOrMake().text();
    server =
        BoardServer.start(
            ServeSettings.ofOwn(data, coreToolsOnly), Map.of("PATH", System.getenv("PATH")));
    client = new McpClient(URI.create(server.url()), token);
  }

  JsonNode call(String tool, String... words) throws IOException, InterruptedException {
    var arguments = Json.object();
    for (int place = 0; place < words.length; place += 2) {
      arguments.put(words[place], words[place + 1]);
    }
    return call(tool, arguments);
  }

  JsonNode call(String tool, ObjectNode arguments) throws IOException, InterruptedException {
    return client.call(tool, arguments);
  }

  JsonNode api(String operation, JsonNode arguments) throws IOException, InterruptedException {
    return Json.MAPPER.readTree(
        send(HttpRequest.newBuilder(at("/api/" + operation))
                .POST(BodyPublishers.ofString(arguments.toString())))
            .body());
  }

  HttpResponse<String> page(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(at(path)));
  }

  HttpResponse<String> form(String path, String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(at(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("X-Baton", "1")
            .POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
          request.header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString());
    }
  }

  private URI at(String path) {
    return URI.create(server.url()).resolve(path);
  }

  String project() throws IOException, InterruptedException {
    var request = Json.object().put("name", "test");
    request
        .putArray("repos")
        .addObject()
        .put("path", BoardFixture.makeRepository(directory.resolve("repo")).toString());
    return api("create_project", request).path("project_id").asString();
  }

  JsonNode start(String project, String script) throws IOException, InterruptedException {
    var task = call("create_task", "project_id", project, "title", "A task");
    return call(
        "start_task_attempt",
        "task_id",
        task.path("task_id").asString(),
        "executor",
        "FAKE_AGENT",
        "prompt",
        script);
  }

  String state(String attempt) throws IOException, InterruptedException {
    return call("get_attempt_status", "attempt_id", attempt).path("state").asString();
  }

  Path workspace(String attempt) throws IOException, InterruptedException {
    return Path.of(
        call("get_attempt_status", "attempt_id", attempt).path("workspace_path").asString());
  }

  /** Until so many nodes have an executor, as far as this one knows. */
  void awaitNodes(String executor, int count) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                call("list_executors")
                    .path("executors")
                    .valueStream()
                    .filter(it -> it.path("executor").asString("").equals(executor))
                    .anyMatch(it -> it.path("nodes").size() == count));
  }

  void awaitState(String attempt, String state) {
    await().atMost(PATIENCE).until(() -> state(attempt).equals(state));
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
