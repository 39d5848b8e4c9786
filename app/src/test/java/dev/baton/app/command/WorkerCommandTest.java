package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.database.TestPostgres;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** A worker runs the agents of a server that runs none, dies, and comes back. */
@Tag("slow")
class WorkerCommandTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  private final List<Program> programs = new ArrayList<>();
  private String database = "";
  private String url = "";
  private String token = "";

  @BeforeEach
  void serve() throws IOException {
    database = TestPostgres.newAddress();
    var server = start(Map.of(), "serve", "--port", "0", "--json", "--no-agents", "--db", database);
    url = Json.parseObject(server.line()).path("url").asString("").replace("/mcp", "");
    token = said("token", "add", "w1", "--worker").strip();
  }

  @AfterEach
  void end() throws IOException {
    for (var program : programs.reversed()) {
      program.close();
    }
  }

  private Program start(Map<String, String> variables, String... words) {
    var environment = new HashMap<>(variables);
    environment.putIfAbsent("BATON_HOME", directory.resolve("server").toString());
    var program = Program.start(Program.javaCommand(List.of(), Main.class, words), environment);
    programs.add(program);
    return program;
  }

  private Program worker(String home, String... more) {
    var words = new ArrayList<>(List.of("worker", "--db", database, "--server", url));
    words.addAll(List.of(more));
    return start(
        Map.of("BATON_HOME", directory.resolve(home).toString(), "BATON_WORKER_TOKEN", token),
        words.toArray(String[]::new));
  }

  private Program.Ended baton(String... words) {
    return at("server", words);
  }

  private Program.Ended at(String home, String... words) {
    return Cli.run(
        Map.of("BATON_HOME", directory.resolve(home).toString(), "PATH", System.getenv("PATH")),
        words);
  }

  private String said(String... words) {
    return saidAt("server", words);
  }

  private String saidAt(String home, String... words) {
    var ended = at(home, words);
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended.out();
  }

  private ObjectNode json(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.add("--json");
    return Json.parseObject(said(all.toArray(String[]::new)));
  }

  private String task() {
    var repository = TestRepository.make(directory.resolve("repo"), "a.txt", "a");
    said("project", "add", "shop", "--repo", repository.toString());
    return json("task", "add", "shop", "Work").path("task_id").asString("");
  }

  private String state(String attempt) {
    return json("attempt", "status", attempt).path("state").asString("");
  }

  @Test
  void agents_run_on_the_worker_and_are_found_again_after_it_was_killed() throws Exception {
    var task = task();
    assertThat(baton("attempt", "start", task, "FAKE_AGENT").err()).contains("FAKE_AGENT");

    var worker = worker("w1", "--name", "w1", "--labels", "gpu,big", "--max-running", "2");
    assertThat(worker.line())
        .startsWith("Worker 'w1' with gpu, big runs up to 2 agents for " + url)
        .contains("it answers", "it found server '");
    await()
        .atMost(PATIENCE)
        .until(() -> said("executors", "--json").contains("\"nodes\":[\"w1\"]"));
    said("project", "set", "shop", "--labels", "gpu");
    var attempt = start(task, "say one\nsleep 60\nsay two");
    assertThat(state(attempt)).isEqualTo("running");
    assertThat(json("attempt", "status", attempt).path("workspace_path").asString(""))
        .startsWith(directory.resolve("w1").toString());
    assertThat(baton("node", "remove", "w1").err()).contains("Node 'w1' lives");
    assertTaken();

    worker.kill();
    assertThat(baton("attempt", "stop", attempt).err())
        .contains("Node 'w1'", "does not answer; it was last seen 20");
    await().atMost(PATIENCE).until(() -> state(attempt).equals("failed"));
    assertThat(json("attempt", "status", attempt).path("failure_summary").asString(""))
        .startsWith("interrupted: node w1 ");
    var waiting =
        json(
            "attempt",
            "start",
            json("task", "add", "shop", "More").path("task_id").asString(""),
            "FAKE_AGENT");
    assertThat(waiting.path("waiting").path("reason").asString(""))
        .contains("FAKE_AGENT with the label gpu is on w1, last seen ");

    assertThat(worker("w1", "--labels", "gpu,big").line()).startsWith("Worker 'w1' with gpu, big ");
    await().atMost(PATIENCE).until(() -> state(attempt).equals("completed"));
    var messages = said("attempt", "messages", attempt, "--json");
    assertThat(messages.split("\"one\"", -1)).hasSize(2);
    assertThat(messages.split("\"two\"", -1)).hasSize(2);

    assertThat(json("node", "drain", "w1", "--wait-ms", "30000").path("running").asInt(-1))
        .isZero();
    assertThat(
            json("attempt", "start", task, "FAKE_AGENT")
                .path("waiting")
                .path("reason")
                .asString(""))
        .contains("w1, which is draining");
    assertThat(json("node", "resume", "w1").path("state").asString("")).isEqualTo("live");
  }

  /** Another data directory cannot have the name. */
  private void assertTaken() throws Exception {
    try (var other = worker("w2", "--name", "w1")) {
      var ended = other.await();
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.err()).contains("The name 'w1' is taken by a worker", "--name");
    }
  }

  @Test
  void a_worker_gets_repositories_of_another_server_and_waits_while_that_is_away()
      throws Exception {
    var home = serveAtHome();
    var repository = TestRepository.make(directory.resolve("repo"), "a.txt", "a");
    var published = directory.resolve("published.git").toString();
    TestRepository.git(directory, "clone", "--quiet", "--bare", repository.toString(), published);
    TestRepository.git(repository, "remote", "add", "origin", published);
    saidAt("home", "project", "add", "shop", "--repo", repository.toString());
    var task = json("task", "add", "shop", "Work").path("task_id").asString("");
    worker("w1", "--name", "w1").line();
    await().atMost(PATIENCE).until(() -> said("executors", "--json").contains("[\"w1\"]"));
    var attempt = start(task, "write b.txt b");
    await().atMost(PATIENCE).until(() -> state(attempt).equals("completed"));
    assertThat(json("attempt", "status", attempt).path("workspace_path").asString(""))
        .startsWith(directory.resolve("w1").toString());
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                TestRepository.git(repository, "for-each-ref", "refs/baton/home")
                    .contains(attempt));

    try (var mirrors = Files.newDirectoryStream(directory.resolve("w1/mirrors"), "*.git")) {
      assertThat(TestRepository.git(mirrors.iterator().next(), "for-each-ref"))
          .as("it came from where it is published")
          .contains("refs/remotes/origin/");
    }

    home.kill();
    var late = start(task, "write c.txt c");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        json("attempt", "status", late).path("waiting").path("reason").asString(""))
                    .contains("w1, which gets its repositories from ", "home, last seen "));
    assertThat(json("node", "list").toString()).contains("\"running\":0");
    serveAtHome();
    await().atMost(PATIENCE).until(() -> state(late).equals("completed"));
    assertThat(said("attempt", "messages", late, "--json").split("write c.txt c", -1)).hasSize(2);
  }

  private Program serveAtHome() throws Exception {
    var home = Files.createDirectories(directory.resolve("home"));
    Files.copy(
        directory.resolve("server").resolve("owners.json"),
        home.resolve("owners.json"),
        StandardCopyOption.REPLACE_EXISTING);
    var program =
        start(
            Map.of("BATON_HOME", home.toString()),
            "serve",
            "--port",
            "0",
            "--json",
            "--no-agents",
            "--db",
            database);
    program.line();
    return program;
  }

  @Test
  void without_the_database_agents_go_on_for_a_while_and_are_then_stopped() throws Exception {
    Files.createDirectories(directory.resolve("w1"));
    Files.writeString(directory.resolve("w1/config.yaml"), "nodes: {patience: 12s}\n");
    var task = task();
    try (var cable = PulledCable.to(TestPostgres.port())) {
      cutOffWorker("w1", cable);
      var diary = directory.resolve("diary");
      var attempt = start(task, "append %s begun\nsleep 300".formatted(diary));
      await().atMost(PATIENCE).until(() -> Files.exists(diary));

      cable.pull();
      await().atMost(PATIENCE).until(() -> exits("w1", attempt) == 1);
      await().atMost(PATIENCE).until(() -> state(attempt).equals("failed"));
      cable.mend();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          json("attempt", "status", attempt).path("failure_summary").asString(""))
                      .contains("stopped: node w1 was without the database", "nodes.patience"));
      assertThat(Files.readAllLines(diary)).containsExactly("begun");
    }
  }

  @Test
  void an_agent_whose_attempt_was_moved_meanwhile_is_ended_and_its_work_kept() throws Exception {
    var task = task();
    try (var cable = PulledCable.to(TestPostgres.port())) {
      cutOffWorker("w1", cable);
      var attempt = start(task, "hang");
      var work = directory.resolve("w1/worktrees").resolve(attempt).resolve("repo");
      await().atMost(PATIENCE).until(() -> Files.exists(work.resolve("a.txt")));
      Files.writeString(work.resolve("late.txt"), "not at home yet\n");

      cable.pull();
      await().atMost(PATIENCE).until(() -> state(attempt).equals("failed"));
      worker("w2", "--name", "w2").line();
      await()
          .atMost(PATIENCE)
          .until(() -> at("server", "attempt", "move", attempt, "--to", "w2").code() == 0);
      await().atMost(PATIENCE).until(() -> state(attempt).equals("completed"));
      assertThat(exits("w1", attempt)).as("the old agent lives").isZero();

      cable.mend();
      var ref = "refs/baton/aside/" + attempt;
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  TestRepository.git(directory.resolve("repo"), "for-each-ref", ref)
                      .contains(attempt));
      await().atMost(PATIENCE).until(() -> !Files.exists(directory.resolve("w1/runs/" + attempt)));
      assertThat(
              TestRepository.git(directory.resolve("repo"), "log", "--all", "-1", "--", "late.txt"))
          .isNotEmpty();
      assertThat(state(attempt)).isEqualTo("completed");
      assertThat(json("attempt", "status", attempt).path("workspace_path").asString(""))
          .startsWith(directory.resolve("w2").toString());
    }
  }

  /** A worker whose way to the database can be cut. */
  private void cutOffWorker(String name, PulledCable cable) throws Exception {
    var address = database.replace(":" + TestPostgres.port() + "/", ":" + cable.port() + "/");
    assertThat(address).isNotEqualTo(database);
    var words = new String[] {"worker", "--db", address, "--server", url, "--name", name};
    var home = directory.resolve(name).toString();
    start(Map.of("BATON_HOME", home, "BATON_WORKER_TOKEN", token), words).line();
    await().atMost(PATIENCE).until(() -> said("executors", "--json").contains("[\"w1\"]"));
  }

  private String start(String task, String script) {
    return json("attempt", "start", task, "FAKE_AGENT", "--prompt", script)
        .path("attempt_id")
        .asString("");
  }

  /** How many programs of an attempt have ended on a node, by what they left there. */
  private long exits(String node, String attempt) throws IOException {
    try (var files = Files.walk(directory.resolve(node).resolve("runs").resolve(attempt))) {
      return files.filter(file -> file.endsWith("exit")).count();
    }
  }

  @Test
  void a_token_of_a_worker_opens_nothing_else() throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      for (var path : List.of("/api/list_projects", "/mcp", "/metrics")) {
        var request =
            HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(401);
      }
    }
    assertThat(said("token", "list")).contains("w1", "worker");
  }

  @Test
  void every_option_refuses_what_it_cannot_use() throws IOException {
    var home = directory.resolve("x").toString();
    var empty = Files.createFile(directory.resolve("empty"));
    assertRefused(2, "--server", home, List.of("--db", database));
    assertRefused(2, "no address", home, List.of("--db", database, "--server", "board"));
    assertRefused(2, "no address", home, List.of("--db", database, "--server", url + "/mcp"));
    assertRefused(
        2, "is no label", home, List.of("--db", database, "--server", url, "--labels", "a b"));
    assertRefused(2, "'-x'", home, List.of("--db", database, "--server", url, "--name=-x"));
    assertRefused(
        2, "too few", home, List.of("--db", database, "--server", url, "--max-running", "0"));
    assertRefused(2, "is a file", home, List.of("--db", "other.db", "--server", url));
    assertRefused(
        1,
        "holds no token",
        home,
        List.of("--db", database, "--server", url, "--token-file", empty.toString()));
    assertRefused(
        1, "is missing", home, List.of("--db", database, "--server", url, "--token-file", "no"));
  }

  @Test
  void a_program_that_is_older_than_the_database_is_refused_with_a_sentence() throws Exception {
    try (var connection = DriverManager.getConnection(database);
        var statement = connection.createStatement()) {
      var added =
          statement.executeUpdate(
              """
              insert into baton_migration (namespace, number, file, checksum, applied_at)
              select namespace, max(number) + 1, 'V9999__next.sql', 'x', 0 from baton_migration
              group by namespace
              """);
      assertThat(added).isPositive();
    }
    var home = directory.resolve("x").toString();
    assertRefused(
        1, "is newer than this program", home, List.of("--db", database, "--server", url));
    assertThat(json("node", "list").path("nodes").size()).as("who runs goes on").isEqualTo(1);
  }

  private void assertRefused(int code, String words, String home, List<String> options) {
    var all = new ArrayList<>(List.of("worker"));
    all.addAll(options);
    var ended =
        Cli.run(
            Map.of("BATON_HOME", home, "BATON_WORKER_TOKEN", token, "PATH", System.getenv("PATH")),
            all.toArray(String[]::new));
    assertThat(ended.err()).contains(words);
    assertThat(ended.code()).isEqualTo(code);
  }
}
