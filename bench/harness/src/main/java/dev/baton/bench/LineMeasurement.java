package dev.baton.bench;

import static dev.baton.bench.RowCopies.id;

import dev.baton.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What it costs to say who is next, with few in line and with many. */
final class LineMeasurement implements Measurement {
  private static final int FLAT = 2;
  private static final int FEW = 1_000;
  private static final int MANY = 100_000;
  private static final int JOINS = 40;
  private static final int STARTS = 8;
  private static final int TASK = 1;
  private static final int ATTEMPT = 2;
  private static final int TURN = 4;
  private static final long LOOK_MILLIS = 50;

  private static final String ENDED =
      "select count(*) from execution_process where ended_at is not null";

  private static final String GAPS =
      """
      select started_at - lag(ended_at) over (order by started_at) from execution_process
      order by 1
      """;

  private final Installation installation;
  private final Plan plan;
  private final List<Filled> boards = new ArrayList<>();
  private final List<Peer> peers =
      Stream.of(FEW, MANY).map(count -> Peer.bare("%,d waiting".formatted(count))).toList();
  private final Databases databases;

  /** A board in whose line many stand, on a node that starts nothing. */
  private record Filled(Path data, String address, String projectId, String node) {}

  LineMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    for (var count : List.of(FEW, MANY)) {
      boards.add(fill(databases.directory().resolve("line" + count), count / plan.size()));
    }
  }

  private Filled fill(Path directory, int count) throws IOException, InterruptedException {
    var address = databases.newAddress(Engine.POSTGRESQL);
    var repository = Board.makeRepository(directory.resolve("repo"));
    var data = directory.resolve("data");
    try (var server = start(data, address)) {
      var node = server.operate("list_nodes", "{}").path("nodes").path(0).path("node").asString("");
      server.operate("drain_node", "{\"node\":\"%s\"}".formatted(node));
      var board = Board.create(server, repository);
      var task = board.createTask("The first of many");
      var attempt = board.startAttempt(task, "say done");
      server.end();
      copy(address, task, attempt, count);
      return new Filled(data, address, board.projectId(), node);
    }
  }

  private BatonServer start(Path data, String address) throws IOException, InterruptedException {
    return BatonServer.start(installation, data, Engine.POSTGRESQL, address, "--max-running", "1");
  }

  private static void copy(String address, String task, String attempt, int count) {
    try (var database = Database.open(address)) {
      Databases.run(
          address,
          List.of(
              new RowCopies("board_task", "t.id = '%s'".formatted(task))
                  .with("id", id(TASK, "n.i"))
                  .with("number", "n.i + 2")
                  .with("position", "'j' || substr(cast(10000000 + n.i as text), 2)")
                  .sql(database, count - 1),
              "update project set last_task_number = " + count,
              new RowCopies("attempt", "t.id = '%s'".formatted(attempt))
                  .with("id", id(ATTEMPT, "n.i"))
                  .with("task_id", id(TASK, "n.i"))
                  .with("branch", "t.branch || n.i")
                  .with("root", "t.root || n.i")
                  .with("ticket", "t.ticket + n.i + 1")
                  .sql(database, count - 1),
              part("attempt_repo", attempt).sql(database, count - 1),
              part("turn", attempt).with("id", id(TURN, "n.i")).sql(database, count - 1)));
    }
  }

  private static RowCopies part(String table, String attempt) {
    return new RowCopies(table, "t.attempt_id = '%s'".formatted(attempt))
        .with("attempt_id", id(ATTEMPT, "n.i"));
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public String group() {
    return "nodes";
  }

  @Override
  public String name() {
    return "nodes-line";
  }

  @Override
  public String method() {
    return "`baton serve --max-running 1` on PostgreSQL, with attempts in line that are copies of one that waits. `start_task_attempt` while nothing can start, until it says which place it got, %d times; then, from the times that the database holds, how long after one agent's end the next one begins, over %d agents. Both have the work of git, of a process and of the commits in them. In brackets: divided by the shorter line."
        .formatted(JOINS, STARTS);
  }

  @Override
  public List<Peer> peers() {
    return peers;
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.JOIN, Figure.HANDOVER);
  }

  @Override
  public Peer reference(Peer peer) {
    return peers.getFirst();
  }

  @Override
  public List<Goal> goals() {
    return figures().stream()
        .<Goal>map(figure -> new Goal.AtMost(peers.getLast(), figure, FLAT, peers.getFirst()))
        .toList();
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var filled = boards.get(peers.indexOf(peer));
    try (var server = start(filled.data(), filled.address());
        var database = Database.open(filled.address())) {
      var board = Board.of(server, filled.projectId());
      // why twice: the first ones warm it up
      join(board, JOINS);
      results.add(peer, Figure.JOIN, median(join(board, JOINS)));
      server.operate("resume_node", "{\"node\":\"%s\"}".formatted(filled.node()));
      while (numbers(database, ENDED).getFirst() < STARTS) {
        Thread.sleep(LOOK_MILLIS);
      }
      server.operate("drain_node", "{\"node\":\"%s\",\"wait_ms\":30000}".formatted(filled.node()));
      results.add(peer, Figure.HANDOVER, median(numbers(database, GAPS)));
    }
  }

  private static List<Double> join(Board board, int times) throws IOException {
    var millis = new ArrayList<Double>();
    for (int time = 0; time < times; time++) {
      var task = board.createTask("Late " + time);
      var begin = System.nanoTime();
      board.startAttempt(task, "say done");
      millis.add((System.nanoTime() - begin) / 1e6);
    }
    return millis;
  }

  private static double median(List<Double> numbers) {
    return numbers.stream().sorted().skip(numbers.size() / 2).findFirst().orElseThrow();
  }

  /** The first column of all rows that have something in it. */
  private static List<Double> numbers(Database database, String sql) {
    return database.read(
        connection -> {
          try (var statement = connection.createStatement();
              var rows = statement.executeQuery(sql)) {
            var all = new ArrayList<Double>();
            while (rows.next()) {
              var number = rows.getDouble(1);
              if (!rows.wasNull()) {
                all.add(number);
              }
            }
            return all;
          }
        });
  }
}
