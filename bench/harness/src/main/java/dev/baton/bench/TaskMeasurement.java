package dev.baton.bench;

import dev.baton.database.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code tasks/get} with few tasks in the store, and with many. */
final class TaskMeasurement implements Measurement {
  private static final List<Integer> SIZES = List.of(10, 1_000, 100_000);
  private static final int FLAT = 2;
  private static final int KIND = 1;

  /** A store with so many tasks. */
  private record Filled(Engine engine, int tasks, Peer peer) {
    static Filled of(Engine engine, int tasks) {
      return new Filled(engine, tasks, Peer.bare("%s, %,d tasks".formatted(engine.title(), tasks)));
    }
  }

  private final Installation installation;
  private final Plan plan;
  private final List<Filled> stores;
  private final List<String> addresses = new ArrayList<>();
  private final Databases databases;

  TaskMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    databases = new Databases(installation, name());
    stores =
        Stream.of(Engine.values())
            .flatMap(
                engine ->
                    SIZES.stream().map(size -> Filled.of(engine, Math.max(2, size / plan.size()))))
            .toList();
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    for (var store : stores) {
      var address = databases.newAddress(store.engine());
      addresses.add(address);
      fill(address, store.tasks());
    }
  }

  /** Copies one real run, which is still open. */
  private void fill(String address, int tasks) throws IOException, InterruptedException {
    var port = ServerProgram.freePort();
    var server = Peer.modern("fill", installation.durablePeer(address));
    String task;
    try (var program = ServerProgram.startHttp(server.at(port), port, installation.log(name()));
        var connection = HttpConnection.open(port)) {
      task = OpenRun.begin(connection);
      program.end();
    }
    try (var database = Database.open(address)) {
      Databases.run(
          address,
          List.of(
              new RowCopies("mcp_task", "t.id = '%s'".formatted(task))
                  .with("id", RowCopies.id(KIND, "n.i"))
                  .with("created_at", "t.created_at - n.i")
                  .sql(database, tasks - 1L)));
    }
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
    return "tasks";
  }

  @Override
  public String method() {
    return "`tasks/get` of a task in the middle of so many open runs of the same owner, over HTTP on loopback, one connection. The runs are copies of a real one. %d rounds, each time a fresh process, %d s of warm-up, %d s measured; medians. In brackets: divided by the smallest store of the same kind."
        .formatted(plan.visits(), plan.briefWarmUp().toSeconds(), plan.brief().toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return stores.stream().map(Filled::peer).toList();
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.GET_TASK);
  }

  @Override
  public Peer reference(Peer peer) {
    return smallest(stores.get(peers().indexOf(peer)).engine());
  }

  private Peer smallest(Engine engine) {
    return stores.stream().filter(it -> it.engine() == engine).findFirst().orElseThrow().peer();
  }

  @Override
  public List<Goal> goals() {
    return stores.stream()
        .filter(it -> !it.peer().equals(smallest(it.engine())))
        .<Goal>map(it -> new Goal.AtMost(it.peer(), Figure.GET_TASK, FLAT, smallest(it.engine())))
        .toList();
  }

  @Override
  public int rounds() {
    return plan.visits();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var place =
        IntStream.range(0, stores.size())
            .filter(at -> stores.get(at).peer().equals(peer))
            .findFirst()
            .orElseThrow();
    var port = ServerProgram.freePort();
    var server = Peer.modern(peer.name(), installation.durablePeer(addresses.get(place)));
    try (var _ = ServerProgram.startHttp(server.at(port), port, installation.log(name()));
        var connection = HttpConnection.open(port)) {
      var id = RowCopies.id(KIND, stores.get(place).tasks() / 2L - 1);
      var get = ModernRequest.task(id).expecting(id);
      get.repeat(connection, 1, plan.briefWarmUp());
      var latencies = get.repeat(connection, 1, plan.brief());
      results.add(peer, Figure.GET_TASK, latencies.millis(0.5));
    }
  }
}
