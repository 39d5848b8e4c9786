package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.database.TestPostgres;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server that runs no agents, on a PostgreSQL of its own, and what tests start beside it. Each
 * data directory is one below {@code directory}; all programs end with the board.
 */
final class WorkerBoard implements AutoCloseable {
  private static final String SERVER = "server";

  private final Path directory;
  private final List<Program> programs = new ArrayList<>();
  private final String database = TestPostgres.newAddress();
  private final String url;
  private final String token;

  WorkerBoard(Path directory) throws IOException {
    this.directory = directory;
    var introduction = serve(SERVER).line();
    url = Json.parseObject(introduction).path("url").asString("").replace("/mcp", "");
    token = said("token", "add", "w1", "--worker").strip();
  }

  /** What the server is called. */
  String name() {
    return json("node", "list")
        .path("nodes")
        .valueStream()
        .filter(node -> node.path("kind").asString("").equals("server"))
        .map(node -> node.path("node").asString(""))
        .findFirst()
        .orElseThrow();
  }

  String database() {
    return database;
  }

  String url() {
    return url;
  }

  String token() {
    return token;
  }

  Path home(String node) {
    return directory.resolve(node);
  }

  private Program serve(String home) {
    return start(home, "serve", "--port", "0", "--json", "--no-agents", "--db", database);
  }

  /** Another server, which knows the same workers. */
  Program serveToo(String home) throws IOException {
    Files.createDirectories(home(home));
    Files.copy(
        home(SERVER).resolve("owners.json"),
        home(home).resolve("owners.json"),
        StandardCopyOption.REPLACE_EXISTING);
    return serve(home);
  }

  Program worker(String home, String... more) {
    return workerOn(database, home, more);
  }

  /** A worker whose way to the database can be cut. */
  Program workerBehind(PulledCable cable, String home, String... more) {
    var address = database.replace(":" + TestPostgres.port() + "/", ":" + cable.port() + "/");
    assertThat(address).isNotEqualTo(database);
    return workerOn(address, home, more);
  }

  private Program workerOn(String address, String home, String... more) {
    var words = List.of("worker", "--db", address, "--server", url);
    return start(home, Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new));
  }

  private Program start(String home, String... words) {
    var isWorker = words[0].equals("worker");
    return start(home, isWorker ? Map.of("BATON_WORKER_TOKEN", token) : Map.of(), words);
  }

  Program start(String home, Map<String, String> variables, String... words) {
    var environment = new HashMap<>(variables);
    environment.put("BATON_HOME", home(home).toString());
    var program = Program.start(Program.javaCommand(List.of(), Main.class, words), environment);
    programs.add(program);
    return program;
  }

  Program.Ended baton(String... words) {
    return at(SERVER, words);
  }

  private Program.Ended at(String home, String... words) {
    return Cli.run(
        Map.of("BATON_HOME", home(home).toString(), "PATH", System.getenv("PATH")), words);
  }

  String said(String... words) {
    return saidAt(SERVER, words);
  }

  String saidAt(String home, String... words) {
    var ended = at(home, words);
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended.out();
  }

  ObjectNode json(String... words) {
    return Json.parseObject(
        said(Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new)));
  }

  /** A repository, and a project of the same name that has it, at home on a server. */
  Path project(String server, String name) {
    var repository = TestRepository.make(directory.resolve("repos").resolve(name), "a.txt", "a");
    saidAt(server, "project", "add", name, "--repo", repository.toString());
    return repository;
  }

  /** A task of a new project. */
  String task(String project) {
    project(SERVER, project);
    return taskOf(project);
  }

  String taskOf(String project) {
    return json("task", "add", project, "Work").path("task_id").asString("");
  }

  /** Starts an attempt and returns its id. */
  String attempt(String task, String script, String... more) {
    var words =
        Stream.concat(
            Stream.of("attempt", "start", task, "FAKE_AGENT", "--prompt", script), Stream.of(more));
    return json(words.toArray(String[]::new)).path("attempt_id").asString("");
  }

  ObjectNode status(String attempt) {
    return json("attempt", "status", attempt);
  }

  String state(String attempt) {
    return status(attempt).path("state").asString("");
  }

  String workspace(String attempt) {
    return status(attempt).path("workspace_path").asString("");
  }

  /** Why an attempt waits, in an answer that says so. */
  static String reason(ObjectNode answer) {
    return answer.path("waiting").path("reason").asString("");
  }

  /** How many programs of an attempt have ended on a node, by what they left there. */
  long exits(String node, String attempt) throws IOException {
    try (var files = Files.walk(home(node).resolve("runs").resolve(attempt))) {
      return files.filter(file -> file.endsWith("exit")).count();
    }
  }

  @Override
  public void close() throws IOException {
    for (var program : programs.reversed()) {
      program.close();
    }
  }
}
