package dev.baton.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What people ask for while they work, with little data and with a hundred times as much. */
final class ScaleMeasurement implements Measurement {
  private static final int FLAT = 2;
  private static final FilledBoard.Size SMALL = new FilledBoard.Size(1_000, 10_000);
  private static final FilledBoard.Size LARGE = new FilledBoard.Size(100_000, 1_000_000);

  /** Two servers on the same kind of database. */
  private record Pair(Engine engine, Peer small, Peer large) {
    static Pair of(Engine engine) {
      return new Pair(engine, named(engine, SMALL), named(engine, LARGE));
    }

    private static Peer named(Engine engine, FilledBoard.Size size) {
      return Peer.bare(
          "%s, %,d tasks, %,d log entries".formatted(engine.title(), size.tasks(), size.entries()));
    }

    List<Peer> peers() {
      return List.of(small, large);
    }
  }

  private final Installation installation;
  private final Plan plan;
  private final List<Pair> pairs = Stream.of(Engine.values()).map(Pair::of).toList();
  private final List<FilledBoard> boards = new ArrayList<>();
  private final Databases databases;

  ScaleMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    var directory = databases.directory();
    for (var pair : pairs) {
      for (var size : List.of(SMALL, LARGE)) {
        boards.add(
            FilledBoard.fill(
                installation,
                directory.resolve(pair.engine() + "-" + size.tasks()),
                pair.engine(),
                databases,
                new FilledBoard.Size(size.tasks() / plan.size(), size.entries() / plan.size())));
      }
    }
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public String name() {
    return "scale";
  }

  @Override
  public String method() {
    return "`list_tasks` (the first page of a project with all the tasks), `tail_attempt_logs` (the newest page of an attempt that has half of all entries) and `get_attempt_status` of `baton serve`, over HTTP on loopback, one connection. Every task has an attempt; tasks, attempts and entries are copies of a real one. %d rounds, each time a fresh process, %d s of warm-up and %d s measured for each tool; medians. In brackets: divided by the small board on the same kind of database."
        .formatted(plan.visits(), plan.brief().toSeconds(), plan.brief().toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return pairs.stream().flatMap(pair -> pair.peers().stream()).toList();
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.LIST_TASKS, Figure.TAIL_LOGS, Figure.STATUS);
  }

  @Override
  public Peer reference(Peer peer) {
    return pairs.stream()
        .filter(pair -> pair.peers().contains(peer))
        .findFirst()
        .orElseThrow()
        .small();
  }

  @Override
  public List<Goal> goals() {
    return pairs.stream()
        .flatMap(
            pair ->
                figures().stream()
                    .<Goal>map(figure -> new Goal.AtMost(pair.large(), figure, FLAT, pair.small())))
        .toList();
  }

  @Override
  public int rounds() {
    return plan.visits();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var board = boards.get(peers().indexOf(peer));
    try (var server = board.start(installation)) {
      var attempt = "{\"attempt_id\":\"%s\"}".formatted(board.attemptId());
      var tasks = "{\"project_id\":\"%s\"}".formatted(board.projectId());
      time(peer, Figure.LIST_TASKS, server, results, "list_tasks", tasks, "\"next_cursor\":\"");
      time(
          peer,
          Figure.TAIL_LOGS,
          server,
          results,
          "tail_attempt_logs",
          "{\"attempt_id\":\"%s\",\"channel\":\"raw\"}".formatted(board.attemptId()),
          "\"has_more\":true");
      time(peer, Figure.STATUS, server, results, "get_attempt_status", attempt, "completed");
    }
  }

  private void time(
      Peer peer,
      Figure figure,
      BatonServer server,
      Results results,
      String tool,
      String arguments,
      String expected)
      throws IOException {
    var call = server.template(tool, arguments, expected);
    call.repeat(server.connection(), 1, plan.brief());
    var latencies = call.repeat(server.connection(), 1, plan.brief());
    results.add(peer, figure, latencies.millis(0.5));
  }
}
