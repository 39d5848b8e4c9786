package dev.baton.bench;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** A workflow of three steps whose run is recorded, beside the same one that is not. */
final class DurabilityMeasurement implements Measurement {
  private static final int STEPS = 3;

  /** The task is made, every step has its intent and its result, and the run its end. */
  private static final int COMMITS = 2 + 2 * STEPS;

  private final Installation installation;
  private final Plan plan;
  private final Peer none;
  private final Peer memory;
  private final List<Kept> kept = Kept.inEach("Durable", "%d bare commits".formatted(COMMITS));
  private final Databases databases;

  DurabilityMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
    none = Peer.modern("Not durable", installation.durablePeer("none"));
    memory = Peer.modern("Durable, store in memory", installation.durablePeer("memory"));
  }

  @Override
  public void cleanUp() throws IOException {
    databases.close();
  }

  @Override
  public String name() {
    return "durability";
  }

  @Override
  public String method() {
    return "A workflow of %d steps like the deploy example, through one `prompts/get` over HTTP on loopback, one connection, beside the same workflow without a record. A durable run makes its task, then writes the intent and the result of every step and its end, each in a transaction that survives a power cut (SQLite: WAL, `synchronous=FULL`; PostgreSQL: `synchronous_commit=on`, a real server on this machine). The least that this can cost stands beside it: %d commits of one small row on the same kind of database through the same connections. %d rounds, each time a fresh process and an empty database, %d s of warm-up, %d s measured; medians. In brackets: divided by the run that is not durable."
        .formatted(
            STEPS, COMMITS, plan.visits(), plan.warmUp().toSeconds(), plan.brief().toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return Stream.of(
            Stream.of(none, memory), kept.stream().map(Kept::ours), kept.stream().map(Kept::bare))
        .flatMap(part -> part)
        .toList();
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.RUN_MICROS);
  }

  @Override
  public Peer reference(Peer peer) {
    return none;
  }

  @Override
  public List<Goal> goals() {
    return kept.stream()
        .<Goal>map(it -> new Goal.StepAtMost(it.ours(), none, STEPS, 2, it.bare()))
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
        commit(it, results);
        return;
      }
      if (it.ours().equals(peer)) {
        var address = databases.newAddress(it.engine());
        run(peer, installation.durablePeer(address), results);
        return;
      }
    }
    run(peer, peer.command(), results);
  }

  private void run(Peer peer, List<String> command, Results results)
      throws IOException, InterruptedException {
    var port = ServerProgram.freePort();
    try (var _ =
            ServerProgram.startHttp(
                Peer.modern(peer.name(), command).at(port), port, installation.log(name()));
        var connection = HttpConnection.open(port)) {
      var prompt = Era.prompt("deploy");
      prompt.repeat(connection, 1, plan.warmUp());
      var latencies = prompt.repeat(connection, 1, plan.brief());
      results.add(peer, Figure.RUN_MICROS, latencies.millis(0.5) * 1000);
    }
  }

  private void commit(Kept it, Results results) throws IOException {
    try (var commits = new BareCommits(databases.newAddress(it.engine()))) {
      commits.repeat(COMMITS, plan.warmUp());
      var latencies = commits.repeat(COMMITS, plan.brief());
      results.add(it.bare(), Figure.RUN_MICROS, latencies.millis(0.5) * 1000);
    }
  }
}
