package dev.baton.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** From the start of a process to the first answered {@code tools/list} over stdio. */
final class StartMeasurement implements Measurement {
  private static final double GOAL_MILLIS = 300;

  /** What the launcher gives to a program that talks over standard streams. */
  private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Installation installation;
  private final Plan plan;
  private final Peer plain;
  private final Peer launched;
  private final Peer sdk;
  private final Peer typescript;
  private final List<Peer> cached = new ArrayList<>();

  StartMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    plain = stdio("Baton, plain JVM", installation.javaPeer("baton", QUICK, "stdio"));
    sdk = stdio("Java SDK 2.1.0, plain JVM", installation.javaPeer("java-sdk", QUICK, "stdio"));
    typescript = stdio("TypeScript 2.4.0", installation.nodePeer("stdio.mjs"));
    launched =
        stdio(
            "`./baton example conformance`",
            List.of(installation.root().resolve("baton").toString(), "example", "conformance"));
  }

  private static Peer stdio(String name, List<String> command) {
    return new Peer(name, Era.OLDER, command);
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    var caches = installation.target().resolve("aot");
    cached.add(
        stdio("Baton, AOT cache", AotCache.train(plain.command(), caches.resolve("baton.aot"))));
    cached.add(
        stdio(
            "Java SDK 2.1.0, AOT cache", AotCache.train(sdk.command(), caches.resolve("sdk.aot"))));
  }

  @Override
  public String name() {
    return "start";
  }

  @Override
  public String method() {
    return "Process start to the first answered `tools/list` over stdio, with the handshake of 2025-11-25; a server with the one tool `echo`, and once the fixture server of this repository through its launcher, which made its AOT cache when it was built. Both JVMs have the options with which the launcher starts a program that talks over stdio (`%s`). %d starts of each, one server after the other; medians. In brackets: divided by Baton with its AOT cache."
        .formatted(String.join(" ", QUICK), plan.starts());
  }

  @Override
  public List<Peer> peers() {
    return List.of(plain, cached.getFirst(), launched, typescript, sdk, cached.getLast());
  }

  @Override
  public List<Figure> figures() {
    return FirstAnswer.FIGURES;
  }

  @Override
  public Peer reference(Peer peer) {
    return cached.getFirst();
  }

  @Override
  public List<Goal> goals() {
    return List.of(
        new Goal.AtMost(cached.getFirst(), Figure.FIRST_ANSWER, 1, typescript),
        new Goal.Under(cached.getFirst(), Figure.FIRST_ANSWER, GOAL_MILLIS),
        new Goal.AtMost(plain, Figure.FIRST_ANSWER, 1, typescript),
        new Goal.AtMost(launched, Figure.FIRST_ANSWER, 1, typescript),
        new Goal.Under(launched, Figure.FIRST_ANSWER, GOAL_MILLIS));
  }

  @Override
  public int rounds() {
    return plan.starts();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException {
    FirstAnswer.measure(peer, results);
  }
}
