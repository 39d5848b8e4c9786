package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.app.LineClient;
import dev.baton.app.Program;
import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The board as users and models meet it, over standard streams and over HTTP. */
@Tag("slow")
class BoardTest {
  @TempDir private Path directory;

  @BeforeEach
  void makeARepository() {
    BoardFixture.makeRepository(directory.resolve("repo"));
  }

  @AfterEach
  void endTheServer() throws Exception {
    try (var stop = baton("stop")) {
      assertThat(stop.await().code()).isZero();
    }
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  private Program baton(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data-dir", data()));
    return Program.baton(all.toArray(String[]::new));
  }

  /** Calls operations by some door. */
  private interface Caller {
    JsonNode call(String tool, ObjectNode arguments) throws Exception;
  }

  private static JsonNode call(Caller caller, String tool, String arguments) throws Exception {
    var answer = caller.call(tool, Json.parseObject(arguments));
    assertThat(answer.has("code")).as("%s: %s", tool, answer).isFalse();
    return answer;
  }

  /** A client of {@code baton mcp}. */
  private static Caller over(Program mcp) throws IOException {
    var client = new LineClient(mcp);
    client.initialize();
    return (tool, arguments) ->
        client.callTool(tool, arguments).path("result").path("structuredContent");
  }

  private void walkThroughTheLoop(Caller caller) throws Exception {
    var project =
        call(
            caller,
            "create_project",
            "{\"name\": \"demo\", \"repos\": [{\"path\": \"%s\"}]}"
                .formatted(directory.resolve("repo")));
    var projectId = project.path("project_id").asString("");
    var task =
        call(
                caller,
                "create_task",
                "{\"project_id\": \"%s\", \"title\": \"A file\"}".formatted(projectId))
            .path("task_id")
            .asString("");
    var kept = start(caller, task, "write b.txt hello");
    var dropped = start(caller, task, "write c.txt bye");
    awaitEnd(caller, kept);
    awaitEnd(caller, dropped);
    assertThat(call(caller, "tail_attempt_logs", attempt(kept)).path("entries").toString())
        .contains("b.txt");
    talkAndStop(caller, task);

    call(
        caller,
        "follow_up",
        "{\"action\": \"send\", \"attempt_id\": \"%s\", \"prompt\": \"append b.txt more\\nmcp get_context {}\"}"
            .formatted(kept));
    awaitEnd(caller, kept);
    assertThat(call(caller, "tail_session_messages", attempt(kept)).toString())
        .contains("task_title", "A file");
    assertThat(call(caller, "get_attempt_changes", attempt(kept)).path("files").toString())
        .contains("\"path\":\"b.txt\"", "\"added\":2");

    call(caller, "merge_attempt", attempt(kept));
    call(caller, "delete_attempt", attempt(dropped));

    assertThat(directory.resolve("repo/b.txt")).hasContent("hello\nmore\n");
    var shown = call(caller, "get_task", "{\"task_id\": \"%s\"}".formatted(task));
    assertThat(shown.path("status").asString("")).isEqualTo("done");
  }

  /** An attempt that asks, is answered, has a message waiting, and is stopped. */
  private static void talkAndStop(Caller caller, String task) throws Exception {
    var asking = start(caller, task, "ask May I?\\nhang\", \"variant\": \"APPROVALS");
    var question =
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> firstQuestion(caller, asking), JsonNode::isObject);
    assertThat(question.path("summary").asString("")).contains("May I?");
    call(
        caller,
        "respond_approval",
        "{\"approval_id\": \"%s\", \"decision\": \"approve\"}"
            .formatted(question.path("approval_id").asString("")));
    var queued =
        call(
            caller,
            "follow_up",
            "{\"action\": \"queue\", \"attempt_id\": \"%s\", \"prompt\": \"say later\"}"
                .formatted(asking));
    assertThat(queued.path("queue").path("length").asInt(0)).isOne();
    var stopped = call(caller, "stop_attempt", attempt(asking));
    assertThat(stopped.path("state").asString("")).isEqualTo("failed");
    var status = call(caller, "get_attempt_status", attempt(asking));
    assertThat(status.path("queue_held").asBoolean(false)).isTrue();
    call(caller, "delete_attempt", attempt(asking));
  }

  private static JsonNode firstQuestion(Caller caller, String attempt) throws Exception {
    return call(caller, "get_attempt_status", attempt(attempt)).path("pending_approvals").path(0);
  }

  private static String attempt(String id) {
    return "{\"attempt_id\": \"%s\"}".formatted(id);
  }

  private static String start(Caller caller, String task, String prompt) throws Exception {
    return call(
            caller,
            "start_task_attempt",
            "{\"task_id\": \"%s\", \"executor\": \"FAKE_AGENT\", \"prompt\": \"%s\"}"
                .formatted(task, prompt))
        .path("attempt_id")
        .asString("");
  }

  private static void awaitEnd(Caller caller, String attempt) throws Exception {
    var status =
        call(
            caller,
            "get_attempt_status",
            "{\"attempt_id\": \"%s\", \"wait_ms\": 40000, \"since_state\": \"running\"}"
                .formatted(attempt));
    assertThat(status.path("state").asString("")).as(status.toString()).isEqualTo("completed");
  }

  @Test
  void the_whole_loop_over_standard_streams() throws Exception {
    try (var mcp = baton("mcp")) {
      walkThroughTheLoop(over(mcp));
    }
  }

  @Test
  void the_whole_loop_over_http() throws Exception {
    try (var serve = baton("serve", "--port", "0", "--json")) {
      var where = Json.parseObject(serve.line());
      try (var client =
          new McpClient(
              URI.create(where.path("url").asString("")), where.path("token").asString(""))) {
        walkThroughTheLoop(client::call);
      }
    }
  }

  @Test
  void the_whole_loop_over_plain_http() throws Exception {
    try (var serve = baton("serve", "--port", "0", "--json");
        var http = HttpClient.newHttpClient()) {
      var where = Json.parseObject(serve.line());
      walkThroughTheLoop(
          (tool, arguments) ->
              Json.MAPPER.readTree(
                  http.send(
                          HttpRequest.newBuilder(
                                  URI.create(where.path("address").asString("") + "/api/" + tool))
                              .header("Authorization", "Bearer " + where.path("token").asString(""))
                              .POST(HttpRequest.BodyPublishers.ofString(arguments.toString()))
                              .build(),
                          HttpResponse.BodyHandlers.ofString())
                      .body()));
    }
  }

  @Test
  void the_link_that_it_prints_opens_the_board() throws Exception {
    try (var serve = baton("serve", "--port", "0");
        var http = HttpClient.newBuilder().cookieHandler(new CookieManager()).build()) {
      var said = serve.line();
      assertThat(said).matches("Baton serves the board at http://127.0.0.1:\\d+/\\?token=\\S+");
      var link = URI.create(said.substring(said.lastIndexOf(' ') + 1));

      var entered = read(http, link);
      assertThat(entered.statusCode()).isEqualTo(303);
      var board = read(http, link.resolve(entered.headers().firstValue("Location").orElseThrow()));

      assertThat(board.uri().getQuery()).as("no token is left in the address").isNull();
      assertThat(board.statusCode()).as("by the session that it gave").isEqualTo(200);
      assertThat(board.body()).contains("<h1>Add a repository to begin</h1>");
      try (var stranger = HttpClient.newHttpClient()) {
        assertThat(read(stranger, board.uri()).statusCode()).isEqualTo(401);
      }
    }
  }

  private static HttpResponse<String> read(HttpClient http, URI address) throws Exception {
    return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void a_client_does_not_notice_that_the_server_was_killed() throws Exception {
    try (var mcp = baton("mcp")) {
      var client = over(mcp);
      assertThat(call(client, "list_projects", "{}").path("count").asInt(-1)).isZero();
      long pid;
      try (var status = baton("status", "--json")) {
        pid = Json.parseObject(status.await().out()).path("pid").asLong(0);
      }
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();

      assertThat(call(client, "list_projects", "{}").path("count").asInt(-1)).isZero();
    }
  }

  private boolean serverRuns() throws Exception {
    try (var status = baton("status", "--json")) {
      return Json.parseObject(status.await().out()).path("running").asBoolean(false);
    }
  }

  @Test
  void a_server_that_was_stopped_stays_away_until_a_client_has_something_to_say() throws Exception {
    try (var mcp = baton("mcp")) {
      var client = over(mcp);
      assertThat(call(client, "list_projects", "{}").path("count").asInt(-1)).isZero();
      endTheServer();

      await()
          .atMost(Duration.ofSeconds(30))
          .during(Duration.ofSeconds(2))
          .until(() -> !Files.exists(Path.of(data(), "server.json")));
      assertThat(serverRuns()).isFalse();

      assertThat(call(client, "list_projects", "{}").path("count").asInt(-1)).isZero();
      assertThat(serverRuns()).isTrue();
    }
  }

  @Test
  void a_second_server_says_where_the_first_one_is() throws Exception {
    try (var first = baton("serve", "--port", "0", "--json")) {
      var url = Json.parseObject(first.line()).path("url").asString("");
      try (var second = baton("serve", "--port", "0")) {
        var ended = second.await();
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("runs already", url);
      }
    }
  }
}
