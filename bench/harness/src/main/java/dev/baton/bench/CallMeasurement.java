package dev.baton.bench;

import java.io.IOException;
import java.util.List;

/** {@code tools/call} over HTTP: throughput, latency, CPU for each call, and memory at rest. */
final class CallMeasurement implements Measurement {
  private static final int CONNECTIONS = 16;
  private static final long REST_MILLIS = 1000;
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  private final Installation installation;
  private final Plan plan;
  private final Peer older;
  private final Peer newer;
  private final Peer sdk;
  private final Peer quarkus;
  private final Peer typescriptOlder;
  private final Peer typescriptNewer;

  CallMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    var own = installation.javaPeer("baton", List.of(), Peer.PORT);
    older = new Peer("Baton, older era", Era.OLDER, own);
    newer = new Peer("Baton, newer era", Era.NEWER, own);
    sdk =
        new Peer(
            "Java SDK 2.1.0", Era.OLDER, installation.javaPeer("java-sdk", List.of(), Peer.PORT));
    quarkus = new Peer("Quarkus MCP 1.13.0", Era.OLDER, installation.quarkusPeer());
    typescriptOlder =
        new Peer(
            "TypeScript 2.4.0, older era",
            Era.OLDER,
            installation.nodePeer("http-older.mjs", Peer.PORT));
    typescriptNewer =
        new Peer(
            "TypeScript 2.4.0, newer era",
            Era.NEWER,
            installation.nodePeer("http-newer.mjs", Peer.PORT));
  }

  @Override
  public String name() {
    return "calls";
  }

  @Override
  public String method() {
    return "`tools/call` of `echo` over HTTP on loopback, %d connections, each with one call at a time and a text of its own. Every answer is checked (status 200, that text). %d rounds over all servers, each time a fresh process, %d s of warm-up, %d s measured; medians. JVMs have the same heap (512 MiB). The load driver runs on the same cores; the server's CPU is the steadier number. In brackets: divided by Baton in the same era (Java SDK and Quarkus have the older one only)."
        .formatted(
            CONNECTIONS, plan.rounds(), plan.warmUp().toSeconds(), plan.measured().toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return List.of(older, newer, sdk, quarkus, typescriptOlder, typescriptNewer);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.CALLS, Figure.P50, Figure.P99, Figure.CALL_CPU, Figure.IDLE_MEMORY);
  }

  @Override
  public Peer reference(Peer peer) {
    return peer.era() == Era.OLDER ? older : newer;
  }

  @Override
  public List<Goal> goals() {
    return List.of(
        new Goal.AtMost(older, Figure.CALL_CPU, 1.0 / 3, sdk),
        new Goal.AtMost(newer, Figure.CALL_CPU, 1.0 / 3, sdk),
        new Goal.AtMost(older, Figure.CALL_CPU, 1.0 / 10, typescriptOlder),
        new Goal.AtMost(newer, Figure.CALL_CPU, 1.0 / 10, typescriptNewer),
        new Goal.AtMost(older, Figure.CALL_CPU, 1, quarkus),
        new Goal.AtMost(newer, Figure.CALL_CPU, 1, quarkus),
        new Goal.AtLeast(older, Figure.CALLS, 2, sdk),
        new Goal.AtLeast(newer, Figure.CALLS, 2, sdk),
        new Goal.AtLeast(older, Figure.CALLS, 1, typescriptOlder),
        new Goal.AtLeast(newer, Figure.CALLS, 1, typescriptNewer),
        new Goal.AtMost(older, Figure.P99, 1, sdk),
        new Goal.AtMost(newer, Figure.P99, 1, sdk),
        new Goal.AtMost(older, Figure.P99, 1, typescriptOlder),
        new Goal.AtMost(newer, Figure.P99, 1, typescriptNewer));
  }

  @Override
  public int rounds() {
    return plan.rounds();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var port = ServerProgram.freePort();
    try (var server = ServerProgram.startHttp(peer.at(port), port, installation.log(peer.name()))) {
      atRest(port, peer);
      results.add(peer, Figure.IDLE_MEMORY, server.residentMebibytes());
      try (var load = new HttpLoad(port, CONNECTIONS, peer.era()::begin)) {
        load.run(plan.warmUp());
        var cpuBefore = server.cpuSeconds();
        var begin = System.nanoTime();
        var latencies = load.run(plan.measured());
        var seconds = (System.nanoTime() - begin) / NANOS;
        var cpu = server.cpuSeconds() - cpuBefore;
        results.add(peer, Figure.CALLS, latencies.total() / seconds);
        results.add(peer, Figure.P50, latencies.millis(0.5));
        results.add(peer, Figure.P99, latencies.millis(0.99));
        results.add(peer, Figure.CALL_CPU, cpu * MICROS / latencies.total());
      }
    }
  }

  /** One call, so that everything a call needs is loaded; then silence. */
  private static void atRest(int port, Peer peer) throws IOException, InterruptedException {
    try (var connection = HttpConnection.open(port)) {
      var call = peer.era().begin(connection);
      call.check(connection.exchange(call.numbered(0)));
    }
    Thread.sleep(REST_MILLIS);
  }
}
