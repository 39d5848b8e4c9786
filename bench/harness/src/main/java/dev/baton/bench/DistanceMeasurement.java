package dev.baton.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How long an agent takes to begin on another node, beside one on the server that was asked. */
final class DistanceMeasurement implements Measurement {
  private static final int WARM_UP = 3;

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
    return "`start_task_attempt` on a server until it answers, which it does when the agent runs: on the server itself, and on a worker with a mirror of the repository, which hears of it through PostgreSQL; all on this machine. %d times each, one after the other and nothing else running; medians. In brackets: divided by the server itself."
        .formatted(plan.starts());
  }

  @Override
  public List<Peer> peers() {
    return List.of(here, there);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.AGENT_BEGIN);
  }

  @Override
  public Peer reference(Peer peer) {
    return here;
  }

  @Override
  public List<Goal> goals() {
    return List.of();
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
        results.add(peer, Figure.AGENT_BEGIN, begin(board));
      }
    } else {
      try (var fleet = Fleet.start(installation, directory, address, 1, 2)) {
        var board = Board.create(fleet.server(), Board.makeRepository(directory.resolve("repo")));
        results.add(peer, Figure.AGENT_BEGIN, begin(board));
      }
    }
  }

  private double begin(Board board) throws IOException {
    var millis = new ArrayList<Double>();
    for (int number = 0; number < WARM_UP + plan.starts(); number++) {
      var task = board.createTask("Attempt " + number);
      var begin = System.nanoTime();
      var attempt = board.startAttempt(task, "say done");
      millis.add((System.nanoTime() - begin) / 1e6);
      board.awaitEnd(attempt);
    }
    var warm = millis.subList(WARM_UP, millis.size()).stream().sorted().toList();
    return warm.get(warm.size() / 2);
  }
}
