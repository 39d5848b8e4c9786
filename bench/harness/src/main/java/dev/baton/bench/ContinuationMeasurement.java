package dev.baton.bench;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Calls that are recorded in an open run, each connection in a run of its own. */
final class ContinuationMeasurement implements Measurement {
  private static final int CONNECTIONS = 16;
  private static final double NANOS = 1e9;

  private final Installation installation;
  private final Plan plan;
  private final Peer memory;
  private final List<Kept> kept = Kept.inEach("Recorded calls", "Bare commits");
  private final Databases databases;

  ContinuationMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
    memory = Peer.bare("Recorded calls, store in memory");
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public String group() {
    return "durability";
  }

  @Override
  public String name() {
    return "continuations";
  }

  @Override
  public String method() {
    return "`tools/call` of `echo` with `_task_id`, over HTTP on loopback, %d connections, each with one call at a time and an open run of its own. Every answer is checked, and must say that the call was recorded. Beside it: how many commits of one small row the same kind of database takes from as many threads. %d rounds, each time a fresh process and an empty database, %d s of warm-up, %d s measured; medians. In brackets: divided by bare commits on SQLite."
        .formatted(CONNECTIONS, plan.visits(), plan.warmUp().toSeconds(), plan.brief().toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return Stream.of(
            Stream.of(memory), kept.stream().map(Kept::ours), kept.stream().map(Kept::bare))
        .flatMap(part -> part)
        .toList();
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.RECORDED, Figure.P50, Figure.P99);
  }

  @Override
  public Peer reference(Peer peer) {
    return kept.getFirst().bare();
  }

  @Override
  public List<Goal> goals() {
    return kept.stream()
        .<Goal>map(it -> new Goal.AtLeast(it.ours(), Figure.RECORDED, 1.0 / 3, it.bare()))
        .toList();
  }

  @Override
  public int rounds() {
    return plan.visits();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    for (var it : kept) {
      if (it.bare().equals(peer)) {
        try (var commits = new BareCommits(databases.newAddress(it.engine()))) {
          commits.perSecond(CONNECTIONS, plan.warmUp());
          results.add(peer, Figure.RECORDED, commits.perSecond(CONNECTIONS, plan.brief()));
        }
        return;
      }
      if (it.ours().equals(peer)) {
        record(peer, databases.newAddress(it.engine()), results);
        return;
      }
    }
    record(peer, "memory", results);
  }

  private void record(Peer peer, String store, Results results)
      throws IOException, InterruptedException {
    var port = ServerProgram.freePort();
    var server = Peer.modern(peer.name(), installation.durablePeer(store));
    try (var _ = ServerProgram.startHttp(server.at(port), port, installation.log(name()));
        var load = new HttpLoad(port, CONNECTIONS, ContinuationMeasurement::continuation)) {
      load.run(plan.warmUp());
      var begin = System.nanoTime();
      var latencies = load.run(plan.brief());
      var seconds = (System.nanoTime() - begin) / NANOS;
      results.add(peer, Figure.RECORDED, latencies.total() / seconds);
      results.add(peer, Figure.P50, latencies.millis(0.5));
      results.add(peer, Figure.P99, latencies.millis(0.99));
    }
  }

  /** Begins a run that stays open, and returns a call that is recorded in it. */
  private static CallTemplate continuation(HttpConnection connection) throws IOException {
    var task = OpenRun.begin(connection);
    return ModernRequest.call("echo", "{\"text\":\"call-%s\"}".formatted(CallTemplate.NUMBER))
        .inRun(task)
        .expecting("\"recorded\":true");
  }
}
