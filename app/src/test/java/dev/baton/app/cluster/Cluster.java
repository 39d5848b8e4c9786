package dev.baton.app.cluster;

import dev.baton.app.Cli;
import dev.baton.app.access.LocalToken;
import dev.baton.app.access.Owners;
import dev.baton.app.cluster.TestNetwork.Machine;
import dev.baton.app.home.DataDirectory;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** PostgreSQL, two servers without agents and three workers, each on a machine of its own. */
final class Cluster implements AutoCloseable {
  private static final int PORT = 4747;
  private static final String DISK = "96m";

  private final Path directory;
  private final TestNetwork network = TestNetwork.open();
  private final Path repository;
  private final Path diaries;
  private final List<ClusterNode> servers = new ArrayList<>();
  private final List<ClusterNode> workers = new ArrayList<>();
  private final ClusterDatabase database;
  private final Machine databaseMachine;
  private final BoardCalls calls;
  private final String project;
  private boolean hasDisk;

  Cluster(Path directory) throws IOException {
    this.directory = directory;
    repository = TestRepository.make(directory.resolve("repo"), "a.txt", "a");
    diaries = Files.createDirectories(directory.resolve("diaries"));
    databaseMachine = network.join("db");
    try {
      database =
          ClusterDatabase.start(
              databaseMachine, Files.createDirectories(directory.resolve("database")));
      var doors = new ArrayList<BoardCalls.Door>();
      for (var name : List.of("s1", "s2")) {
        doors.add(addServer(name));
      }
      servers.getFirst().start();
      servers.getFirst().awaitReady();
      var token = addToken();
      addWorkers(token);
      everybody().skip(1).forEach(ClusterNode::start);
      everybody().forEach(ClusterNode::awaitReady);
      calls = new BoardCalls(doors);
      var request = Json.object().put("name", "shop");
      request.putArray("repos").addObject().put("path", repository.toString());
      project = calls.insist("create_project", request).path("project_id").asString();
    } catch (RuntimeException | IOException e) {
      close();
      throw e;
    }
  }

  private BoardCalls.Door addServer(String name) throws IOException {
    var home = Files.createDirectories(directory.resolve(name));
    var machine = network.join(name);
    var words = List.of("serve", "--no-agents", "--json", "--port", "" + PORT);
    servers.add(
        new ClusterNode(name, machine, home, with(words, "--bind", machine.address()), Map.of()));
    return new BoardCalls.Door(
        address(machine), new LocalToken(new DataDirectory(home)).loadOrMake().text());
  }

  private static URI address(Machine machine) {
    return URI.create("http://%s:%d".formatted(machine.address(), PORT));
  }

  /** A token of workers, which both servers know. */
  private String addToken() throws IOException {
    var home = servers.getFirst().home();
    var ended =
        Cli.run(
            Map.of("BATON_HOME", home.toString(), "PATH", System.getenv("PATH")),
            "token",
            "add",
            "workers",
            "--worker");
    if (ended.code() != 0) {
      throw new IllegalStateException(ended.err());
    }
    Files.copy(home.resolve(Owners.FILE), servers.getLast().home().resolve(Owners.FILE));
    return ended.out().strip();
  }

  /** Three with room for two agents each; the last one has a small disk. */
  private void addWorkers(String token) throws IOException {
    for (int number = 1; number <= 3; number++) {
      var name = "w" + number;
      var home = Files.createDirectories(directory.resolve(name));
      if (number == 3) {
        TestNetwork.run("mount", "-t", "tmpfs", "-o", "size=" + DISK, "tmpfs", home.toString());
        hasDisk = true;
      }
      var server = address(servers.getFirst().machine()).toString();
      var words = List.of("worker", "--json", "--name", name, "--server", server);
      workers.add(
          new ClusterNode(
              name,
              network.join(name),
              home,
              with(words, "--max-running", "2"),
              Map.of("BATON_WORKER_TOKEN", token)));
    }
  }

  private List<String> with(List<String> words, String... more) {
    return Stream.of(words.stream(), Stream.of(more), Stream.of("--db", database.address()))
        .flatMap(it -> it)
        .toList();
  }

  Stream<ClusterNode> everybody() {
    return Stream.concat(servers.stream(), workers.stream());
  }

  List<ClusterNode> servers() {
    return servers;
  }

  List<ClusterNode> workers() {
    return workers;
  }

  /** The worker whose disk is small. */
  ClusterNode smallest() {
    return workers.getLast();
  }

  ClusterDatabase database() {
    return database;
  }

  Machine databaseMachine() {
    return databaseMachine;
  }

  BoardCalls calls() {
    return calls;
  }

  Piece start(String title, int steps) {
    return Piece.start(calls, project, title, diaries, steps);
  }

  /** The names of all objects that some ref at home holds. */
  Set<String> objectsAtHome() {
    return TestRepository.git(repository, "rev-list", "--objects", "--all", "--no-object-names")
        .lines()
        .collect(Collectors.toSet());
  }

  /** What each node said last, for who looks for the cause of a failure. */
  String tails() throws IOException {
    var all = new StringBuilder();
    for (var node : everybody().toList()) {
      all.append("\n--- ").append(node).append('\n').append(String.join("\n", node.tail()));
    }
    return all.toString();
  }

  @Override
  public void close() {
    network.close();
    if (hasDisk) {
      TestNetwork.run("umount", "--lazy", directory.resolve("w3").toString());
    }
  }
}
