package dev.baton.bench;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** An agent that prints as fast as it can: how fast its lines are stored, and in what memory. */
final class IngestMeasurement implements Measurement {
  private static final int LINES = 1_000_000;
  private static final int BARE_LINES = 200_000;
  private static final int LINE_BYTES = 100;
  private static final double MOST_MEBIBYTES = 300;

  private final Installation installation;
  private final Plan plan;
  private final List<Kept> kept = Kept.inEach("`baton serve`", "Bare inserts");
  private final Databases databases;

  IngestMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public String name() {
    return "ingest";
  }

  @Override
  public String method() {
    return "One fake agent prints %,d lines of %d bytes as fast as it can (`lines %d %d`); measured from the call that starts it until the attempt is done, which it is when every line is stored. Beside it: lines of the same length put into a table of one number and one text by this program, %d in a transaction. Memory is the most that the server's process had. In brackets: divided by bare inserts on the same kind of database."
        .formatted(
            LINES / plan.size(), LINE_BYTES, LINES / plan.size(), LINE_BYTES, BareLines.BATCH);
  }

  @Override
  public List<Peer> peers() {
    return kept.stream().flatMap(it -> Stream.of(it.ours(), it.bare())).toList();
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.LINES, Figure.MOST_MEMORY, Figure.START_CPU);
  }

  @Override
  public Peer reference(Peer peer) {
    return Kept.bare(kept, peer);
  }

  @Override
  public List<Goal> goals() {
    return kept.stream()
        .flatMap(
            it ->
                Stream.<Goal>of(
                    new Goal.AtLeast(it.ours(), Figure.LINES, 1.0 / 5, it.bare()),
                    new Goal.Under(it.ours(), Figure.MOST_MEMORY, MOST_MEBIBYTES)))
        .toList();
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    for (var it : kept) {
      if (it.bare().equals(peer)) {
        var lines = BARE_LINES / plan.size();
        var address = databases.newAddress(it.engine());
        results.add(peer, Figure.LINES, BareLines.perSecond(address, lines, LINE_BYTES));
      } else if (it.ours().equals(peer)) {
        serve(it, results);
      }
    }
  }

  private void serve(Kept it, Results results) throws IOException, InterruptedException {
    var directory = databases.directory().resolve(it.engine().title());
    var repository = Board.makeRepository(directory.resolve("repo"));
    var address = databases.newAddress(it.engine());
    try (var server =
        BatonServer.start(installation, directory.resolve("data"), it.engine(), address)) {
      var board = Board.create(server, repository);
      var task = board.createTask("Print");
      var cpuBefore = server.program().cpuSeconds();
      var begin = System.nanoTime();
      var attempt =
          board.startAttempt(task, "lines %d %d".formatted(LINES / plan.size(), LINE_BYTES));
      board.awaitEnd(attempt);
      var seconds = (System.nanoTime() - begin) / 1e9;
      var lines = board.countLines(attempt);
      if (lines < LINES / plan.size()) {
        throw new IOException("Only %d lines were stored".formatted(lines));
      }
      results.add(it.ours(), Figure.LINES, lines / seconds);
      results.add(it.ours(), Figure.MOST_MEMORY, server.program().mostResidentMebibytes());
      results.add(it.ours(), Figure.START_CPU, (server.program().cpuSeconds() - cpuBefore) * 1000);
      server.end();
    }
  }
}
