package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Cli;
import dev.baton.app.Repository;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may be a worker, and what a worker may; what it does is in {@link AwayNodesTest}. */
@Tag("slow")
class WorkerCommandTest {
  @TempDir static Path directory;
  private static WorkerBoard board;

  @BeforeAll
  static void serve() throws IOException {
    board = new WorkerBoard(directory);
  }

  @AfterAll
  static void end() throws IOException {
    board.close();
  }

  @Test
  void a_token_of_a_worker_opens_nothing_else() throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      for (var path : List.of("/api/list_projects", "/mcp", "/metrics")) {
        var request =
            HttpRequest.newBuilder(URI.create(board.url() + path))
                .header("Authorization", "Bearer " + board.token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(401);
      }
    }
    assertThat(board.said("token", "list")).contains("w1", "worker");
  }

  /** And its role has no more rights than the documentation gives to it. */
  @Test
  void a_second_machine_is_set_up_as_the_documentation_says() throws Exception {
    var documentation = Files.readString(Repository.root().resolve("docs/operators.md"));
    var rights = found("```sql\n(create role baton_worker .*?)```", documentation).lines().toList();
    assertThat(rights).hasSize(5);
    for (var statement : rights) {
      execute(
          statement
              .replace("database baton", "database " + databaseName())
              .replace("for role baton ", "for role postgres ")
              .replace("schema public", "schema " + schema()));
    }
    execute("create table %s.of_a_later_version (id int)".formatted(schema()));
    execute("set role baton_worker; delete from %s.of_a_later_version".formatted(schema()));
    var commands =
        found("### A second machine\n.*?```bash\n(.*?)```", documentation).lines().toList();
    assertThat(commands).hasSize(3);

    var given = board.said(words(commands.get(0))).strip();
    assertThat(commands.get(1))
        .startsWith("export BATON_WORKER_TOKEN=")
        .contains(" BATON_DATABASE_PASSWORD=");
    var command =
        commands
            .get(2)
            .replaceFirst("'jdbc:[^']+'", board.database().replace("postgres&", "baton_worker&"))
            .replaceFirst("http://[^ ]+", board.url());
    var worker =
        board.start(
            "build-1",
            Map.of("BATON_WORKER_TOKEN", given, "BATON_DATABASE_PASSWORD", "secret"),
            words(command));
    assertThat(worker.line()).startsWith("Worker 'build-1' runs up to ").contains("it answers");
    assertThat(board.said("executors", "--json")).as("of use at once").contains("build-1");
    var task = board.task("shop");
    var server = board.name();
    assertThat(board.baton("attempt", "start", task, "FAKE_AGENT", "--node", server).err())
        .contains("Node '%s' is a server that runs no agents".formatted(server), "without a node");
    var attempt = board.attempt(task, "write b.txt b", "--node", "build-1");
    await().atMost(Duration.ofMinutes(2)).until(() -> board.state(attempt).equals("completed"));
  }

  @Test
  void what_one_node_has_room_for_does_not_limit_a_project_on_others() throws IOException {
    for (var name : List.of("small", "busy")) {
      assertThat(board.worker(name, "--name", name, "--max-running", "1").line())
          .startsWith("Worker '%s' runs up to 1 agent for ".formatted(name));
    }
    var held = board.attempt(board.task("shared"), "hang", "--node", "busy");
    var attempt = board.attempt(board.taskOf("shared"), "say one", "--node", "small");
    await().atMost(Duration.ofMinutes(2)).until(() -> board.state(attempt).equals("completed"));

    board.said("follow-up", attempt, "--prompt", "say two");

    await().atMost(Duration.ofMinutes(2)).until(() -> board.state(attempt).equals("completed"));
    assertThat(board.state(held)).isEqualTo("running");
    board.said("attempt", "stop", held);
  }

  @Test
  void a_worker_that_was_removed_and_whose_name_another_has_by_now_ends_with_its_agents()
      throws Exception {
    try (var worker = board.worker("away", "--name", "twin")) {
      worker.line();
      var attempt = board.attempt(board.task("twin"), "hang", "--node", "twin");
      assertThat(board.state(attempt)).isEqualTo("running");

      // why so: somebody removes it and starts another one while it is cut off
      execute(
          "update attempt set node = 'twin (removed)' where node = 'twin';"
              + " update node set identity = 'of another' where name = 'twin'");

      var ended = worker.await();
      assertThat(ended.err()).contains("Node 'twin' was removed", "another --name");
      assertThat(ended.code()).isEqualTo(1);
      assertThat(board.home("away").resolve("runs").resolve(attempt)).doesNotExist();
      assertThat(board.said("node", "list")).as("the other one lives").contains("twin");
    }
  }

  private static String found(String pattern, String text) {
    var matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  private static String[] words(String command) {
    assertThat(command).startsWith("./baton ");
    return command.replace("./baton ", "").split(" ");
  }

  private static String databaseName() {
    return board.database().replaceAll("jdbc:postgresql://[^/]+/([^?]+).*", "$1");
  }

  private static String schema() {
    return board.database().replaceAll(".*currentSchema=", "");
  }

  private static int execute(String statement) throws SQLException {
    try (var connection = DriverManager.getConnection(board.database());
        var statements = connection.createStatement()) {
      return statements.executeUpdate(statement);
    }
  }

  @Test
  void a_server_says_to_programs_too_what_it_is_and_whom_it_found() throws IOException {
    var first = board.name();

    var line = Json.parseObject(board.serveToo("second").line());

    assertThat(line.path("url").asString("")).startsWith("http://");
    assertThat(line.path("server").asString(""))
        .startsWith("Server '")
        .contains("' runs no agents; it found ", "server '%s'".formatted(first));
  }

  @Test
  void every_option_refuses_what_it_cannot_use() throws IOException {
    var home = directory.resolve("x").toString();
    var empty = Files.createFile(directory.resolve("empty"));
    assertRefused(2, "--server", home, List.of("--db", board.database()));
    assertRefused(2, "no address", home, List.of("--db", board.database(), "--server", "board"));
    assertRefused(
        2, "no address", home, List.of("--db", board.database(), "--server", board.url() + "/mcp"));
    assertRefused(
        2,
        "is no label",
        home,
        List.of("--db", board.database(), "--server", board.url(), "--labels", "a b"));
    assertRefused(
        2,
        "'-x' is no name of a node",
        home,
        List.of("--db", board.database(), "--server", board.url(), "--name=-x"));
    assertRefused(
        2,
        "too few",
        home,
        List.of("--db", board.database(), "--server", board.url(), "--max-running", "0"));
    assertRefused(2, "is a file", home, List.of("--db", "other.db", "--server", board.url()));
    assertRefused(
        1,
        "holds no token",
        home,
        List.of(
            "--db", board.database(), "--server", board.url(), "--token-file", empty.toString()));
    assertRefused(
        1,
        "is missing",
        home,
        List.of("--db", board.database(), "--server", board.url(), "--token-file", "no"));
  }

  @Test
  void a_program_that_is_older_than_the_database_is_refused_with_a_sentence() throws Exception {
    for (var namespace : List.of("orchestrator", "task")) {
      refuseOlderThan(namespace);
    }
  }

  private void refuseOlderThan(String namespace) throws Exception {
    var nodes = board.json("node", "list").path("nodes").size();
    var added =
        execute(
            """
            insert into baton_migration (namespace, number, file, checksum, applied_at)
            select namespace, max(number) + 1, 'V9999__next.sql', 'x', 0 from baton_migration
            where namespace = '%s' group by namespace
            """
                .formatted(namespace));
    assertThat(added).as(namespace).isPositive();
    try {
      var home = directory.resolve("x").toString();
      assertRefused(
          1,
          "is newer than this program",
          home,
          List.of("--db", board.database(), "--server", board.url()));
      assertThat(board.json("node", "list").path("nodes").toString())
          .as("who runs goes on")
          .contains("\"kind\":\"server\"", "\"state\":\"live\"");
      assertThat(board.json("node", "list").path("nodes")).as("nobody joined").hasSize(nodes);
    } finally {
      execute("delete from baton_migration where file = 'V9999__next.sql'");
    }
  }

  private void assertRefused(int code, String words, String home, List<String> options) {
    var all = new ArrayList<>(List.of("worker"));
    all.addAll(options);
    var ended =
        Cli.run(
            Map.of(
                "BATON_HOME",
                home,
                "BATON_WORKER_TOKEN",
                board.token(),
                "PATH",
                System.getenv("PATH")),
            all.toArray(String[]::new));
    assertThat(ended.err()).contains(words);
    assertThat(ended.code()).isEqualTo(code);
  }
}
