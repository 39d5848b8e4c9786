package dev.baton.bench;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** {@code create_task}, which answers when the task would survive a power cut. */
final class CreateMeasurement implements Measurement {
  private static final double GOAL_MILLIS = 5;

  private final Installation installation;
  private final Plan plan;
  private final List<Kept> kept = Kept.inEach("`create_task`", "One bare commit");
  private final Databases databases;

  CreateMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
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
    return "create";
  }

  @Override
  public String method() {
    return "`create_task` of `baton serve`, over HTTP on loopback, one connection, one call after the other; beside it a commit of one small row on the same kind of database. %d rounds, each time a fresh process and an empty database, %d s of warm-up, %d s measured; medians. In brackets: divided by the bare commit."
        .formatted(plan.visits(), plan.briefWarmUp().toSeconds(), plan.brief().toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return kept.stream().flatMap(it -> Stream.of(it.ours(), it.bare())).toList();
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.P50, Figure.P99);
  }

  @Override
  public Peer reference(Peer peer) {
    return Kept.bare(kept, peer);
  }

  @Override
  public List<Goal> goals() {
    return kept.stream()
        .<Goal>map(it -> new Goal.Under(it.ours(), Figure.P99, GOAL_MILLIS))
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
          commits.repeat(1, plan.briefWarmUp());
          add(peer, commits.repeat(1, plan.brief()), results);
        }
      } else if (it.ours().equals(peer)) {
        create(it, results);
      }
    }
  }

  private void create(Kept it, Results results) throws IOException, InterruptedException {
    var directory = installation.newDirectory(name() + "/" + it.engine().title());
    var address = databases.newAddress(it.engine());
    var repository = Board.makeRepository(directory.resolve("repo"));
    try (var server =
        BatonServer.start(installation, directory.resolve("data"), it.engine(), address)) {
      var board = Board.create(server, repository);
      var call =
          server.template(
              "create_task",
              "{\"project_id\":\"%s\",\"title\":\"Task %s\"}"
                  .formatted(board.projectId(), CallTemplate.NUMBER),
              "Task " + CallTemplate.NUMBER);
      call.repeat(server.connection(), 1, plan.briefWarmUp());
      add(it.ours(), call.repeat(server.connection(), 1, plan.brief()), results);
    }
  }

  private static void add(Peer peer, Latencies latencies, Results results) {
    results.add(peer, Figure.P50, latencies.millis(0.5));
    results.add(peer, Figure.P99, latencies.millis(0.99));
  }
}
