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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** PostgreSQL, two servers without agents and three workers, each on a machine of its own. */
final class Cluster implements AutoCloseable {
  private static final int PORT = 4747;
  private static final String DISK = "96m";

  /** What agents leave stays there, of hundreds of them. */
  private static final String LONG_DISK = "400m";

  private final Path directory;
  private final TestNetwork network = TestNetwork.open();
  private final Path diaries;
  private NodeProgram program = NodeProgram.plain();
  private final List<ClusterNode> servers = new ArrayList<>();
  private final List<ClusterNode> workers = new ArrayList<>();
  private final ClusterDatabase database;
  private final Machine databaseMachine;
  private final BoardCalls calls;
  private final Map<Integer, Place> places = new HashMap<>();
  private boolean hasDisk;

  /**
   * Starts all of it.
   *
   * @param isLong if nodes will be started so often that it pays to prepare for it
   */
  Cluster(Path directory, boolean isLong) throws IOException {
    this.directory = directory;
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
      if (isLong) {
        prepareStarts();
      }
      servers.getFirst().start();
      servers.getFirst().awaitReady();
      var token = addToken();
      addWorkers(token, isLong ? LONG_DISK : DISK);
      everybody().skip(1).forEach(ClusterNode::start);
      everybody().forEach(ClusterNode::awaitReady);
      calls = new BoardCalls(doors);
    } catch (RuntimeException | IOException e) {
      close();
      throw e;
    }
  }

  /** Lets the first server leave a cache, with which all of them start. */
  private void prepareStarts() throws IOException {
    var cache = directory.resolve("nodes.aot");
    var archived = NodeProgram.archived(directory.resolve("lib"));
    var first = servers.getFirst();
    first.startAs(archived.training(cache));
    first.start();
    first.awaitReady();
    first.stop();
    program = archived.cached(cache);
    servers.forEach(server -> server.startAs(program));
  }

  private BoardCalls.Door addServer(String name) throws IOException {
    var home = Files.createDirectories(directory.resolve(name));
    var machine = network.join(name);
    var words = List.of("serve", "--no-agents", "--json", "--port", "" + PORT);
    servers.add(
        new ClusterNode(
            name, program, machine, home, with(words, "--bind", machine.address()), Map.of()));
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
  private void addWorkers(String token, String disk) throws IOException {
    for (int number = 1; number <= 3; number++) {
      var name = "w" + number;
      var home = Files.createDirectories(directory.resolve(name));
      if (number == 3) {
        TestNetwork.run("mount", "-t", "tmpfs", "-o", "size=" + disk, "tmpfs", home.toString());
        hasDisk = true;
      }
      var server = address(servers.getFirst().machine()).toString();
      var words = List.of("worker", "--json", "--name", name, "--server", server);
      workers.add(
          new ClusterNode(
              name,
              program,
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

  /** A project and its repository. */
  record Place(String project, Path repository) {
    /** The names of all objects that some ref at home holds. */
    Set<String> objectsAtHome() {
      return TestRepository.git(repository, "rev-list", "--objects", "--all", "--no-object-names")
          .lines()
          .collect(Collectors.toSet());
    }
  }

  /** The place of this number, made when it is first asked for; its home is either server. */
  Place place(int number) {
    return places.computeIfAbsent(
        number,
        _ -> {
          var name = "shop" + number;
          var repository = TestRepository.make(directory.resolve(name), "a.txt", "a");
          var request = Json.object().put("name", name);
          // why: a call whose answer was lost is made again
          request.put("allow_shared", true);
          request.putArray("repos").addObject().put("path", repository.toString());
          return new Place(
              calls.insist("create_project", request).path("project_id").asString(), repository);
        });
  }

  Piece start(Place place, String title, int steps) {
    return Piece.start(calls, place.project(), title, diaries, steps);
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
