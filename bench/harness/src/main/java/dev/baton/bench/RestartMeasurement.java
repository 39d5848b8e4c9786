package dev.baton.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A server that starts on a board that has seen much work, beside one that has seen little. */
final class RestartMeasurement implements Measurement {
  private static final int ATTEMPTS = 1000;
  private static final int FLAT = 2;
  private static final FilledBoard.Size SMALL = new FilledBoard.Size(2, 4);

  /** Two boards on the same kind of database. */
  private record Pair(Engine engine, Peer small, Peer large) {
    static Pair of(Engine engine, long entries) {
      return new Pair(
          engine,
          Peer.bare(engine.title() + ", next to nothing"),
          Peer.bare(
              "%s, %,d attempts, %,d log entries".formatted(engine.title(), ATTEMPTS, entries)));
    }

    List<Peer> peers() {
      return List.of(small, large);
    }
  }

  private final Installation installation;
  private final Plan plan;
  private final List<Pair> pairs;
  private final List<FilledBoard> boards = new ArrayList<>();
  private final Databases databases;

  RestartMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
    pairs = Stream.of(Engine.values()).map(engine -> Pair.of(engine, plan.entries())).toList();
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    var directory = databases.directory();
    for (var pair : pairs) {
      for (var size : List.of(SMALL, new FilledBoard.Size(ATTEMPTS, plan.entries()))) {
        boards.add(
            FilledBoard.fill(
                installation,
                directory.resolve(pair.engine() + "-" + size.tasks()),
                pair.engine(),
                databases,
                size));
      }
    }
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public String group() {
    return "ingest";
  }

  @Override
  public String name() {
    return "restart";
  }

  @Override
  public String method() {
    return "Process start of `./baton serve` until `/healthz` answers, and until the first `list_tasks` has answered too. The attempts and their logs are copies of a real one. %d starts of each, one after the other; medians. `bench/run --entries=10000000 ingest` takes more log entries. In brackets: divided by the board with next to nothing on the same kind of database."
        .formatted(plan.visits());
  }

  @Override
  public List<Peer> peers() {
    return pairs.stream().flatMap(pair -> pair.peers().stream()).toList();
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.HEALTHY, Figure.FIRST_LIST);
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
        .<Goal>map(pair -> new Goal.AtMost(pair.large(), Figure.FIRST_LIST, FLAT, pair.small()))
        .toList();
  }

  @Override
  public int rounds() {
    return plan.visits();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var board = boards.get(peers().indexOf(peer));
    var begin = System.nanoTime();
    try (var server = board.start(installation)) {
      results.add(peer, Figure.HEALTHY, (System.nanoTime() - begin) / 1e6);
      server.call("list_tasks", "{\"project_id\":\"%s\"}".formatted(board.projectId()));
      results.add(peer, Figure.FIRST_LIST, (System.nanoTime() - begin) / 1e6);
      server.end();
    }
  }
}
