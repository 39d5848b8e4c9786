package dev.baton.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How long an agent takes to begin on another node, and a call to be answered there, beside the
 * same on the server that was asked.
 */
final class DistanceMeasurement implements Measurement {
  private static final int WARM_UP = 3;
  private static final int READS = 5;
  private static final double MOST_MILLIS = 50;

  private final Installation installation;
  private final Plan plan;
  private final Peer here = Peer.bare("on the server that was asked");
  private final Peer there = Peer.bare("on a worker");
  private final Databases databases;
  private int made;

  DistanceMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
  }

  @Override
  public String group() {
    return "nodes";
  }

  @Override
  public String name() {
    return "nodes-distance";
  }

  @Override
  public String method() {
    return "`start_task_attempt` on a server until it answers, which it does when the agent runs: on the server itself, and on a worker with a mirror of the repository, which hears of it through PostgreSQL; all on this machine. Then `get_attempt_file`, which the node answers that has the workspace. %d starts each and %d times as many reads, one after the other and nothing else running; medians. In brackets: divided by the server itself."
        .formatted(plan.starts(), READS);
  }

  @Override
  public List<Peer> peers() {
    return List.of(here, there);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.AGENT_BEGIN, Figure.FILE);
  }

  @Override
  public Peer reference(Peer peer) {
    return here;
  }

  @Override
  public List<Goal> goals() {
    return List.of(new Goal.Under(there, Figure.FILE, MOST_MILLIS));
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var directory = databases.directory().resolve("run" + made++);
    var address = databases.newAddress(Engine.POSTGRESQL);
    if (peer.equals(here)) {
      try (var server =
          BatonServer.start(installation, directory.resolve("server"), "--db", address)) {
        var board = Board.create(server, Board.makeRepository(directory.resolve("repo")));
        measure(peer, board, results);
      }
    } else {
      try (var fleet = Fleet.start(installation, directory, address, 1, 2)) {
        var board = Board.create(fleet.server(), Board.makeRepository(directory.resolve("repo")));
        measure(peer, board, results);
      }
    }
  }

  private void measure(Peer peer, Board board, Results results) throws IOException {
    var begins = new ArrayList<Double>();
    var reads = new ArrayList<Double>();
    for (int number = 0; number < WARM_UP + plan.starts(); number++) {
      var task = board.createTask("Attempt " + number);
      var begin = System.nanoTime();
      var attempt = board.startAttempt(task, "say done");
      begins.add(millisSince(begin));
      board.awaitEnd(attempt);
      for (int read = 0; read < READS; read++) {
        var asked = System.nanoTime();
        board.readFile(attempt, "README.md");
        reads.add(millisSince(asked));
      }
    }
    results.add(peer, Figure.AGENT_BEGIN, median(begins.subList(WARM_UP, begins.size())));
    results.add(peer, Figure.FILE, median(reads.subList(WARM_UP * READS, reads.size())));
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
