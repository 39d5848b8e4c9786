package dev.baton.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How many short attempts a server and its workers take through in a second. */
final class NodesMeasurement implements Measurement {
  private static final int ATTEMPTS = 80;
  private static final int ROOM = 2;

  private final Installation installation;
  private final Plan plan;
  private final List<Peer> peers =
      Stream.of(1, 2, 4, 8)
          .map(count -> Peer.bare(count == 1 ? "1 worker" : count + " workers"))
          .toList();
  private final Databases databases;
  private int made;

  NodesMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
  }

  @Override
  public String name() {
    return "nodes";
  }

  @Override
  public String method() {
    return "%d attempts of the fake agent that say one line, asked for one after the other, until the last one is done; a server that runs no agents, PostgreSQL and the workers, each with room for %d agents, are all on this one machine and share its cores, so that this shows what many nodes cost the database and each other rather than what machines of their own would give. %d rounds, each time fresh processes and an empty database; medians. In brackets: divided by one worker."
        .formatted(attempts(), ROOM, rounds());
  }

  private int attempts() {
    return ATTEMPTS / plan.size();
  }

  @Override
  public List<Peer> peers() {
    return peers;
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.ATTEMPTS);
  }

  @Override
  public Peer reference(Peer peer) {
    return peers.getFirst();
  }

  @Override
  public List<Goal> goals() {
    return List.of();
  }

  @Override
  public int rounds() {
    return Math.min(2, plan.visits());
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var directory = databases.directory().resolve("run" + made++);
    var workers = Integer.parseInt(peer.name().substring(0, 1));
    try (var fleet =
        Fleet.start(
            installation, directory, databases.newAddress(Engine.POSTGRESQL), workers, ROOM)) {
      var board = Board.create(fleet.server(), Board.makeRepository(directory.resolve("repo")));
      // why: the first one on each worker fetches the repository
      run(board, 2 * workers);
      var begin = System.nanoTime();
      run(board, attempts());
      results.add(peer, Figure.ATTEMPTS, attempts() / ((System.nanoTime() - begin) / 1e9));
    }
  }

  private static void run(Board board, int count) throws IOException {
    var attempts = new ArrayList<String>();
    for (int number = 0; number < count; number++) {
      attempts.add(board.startAttempt(board.createTask("Short " + number), "say done"));
    }
    for (var attempt : attempts) {
      board.awaitEnd(attempt);
    }
  }
}
