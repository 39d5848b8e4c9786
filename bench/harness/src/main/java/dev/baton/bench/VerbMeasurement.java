package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A verb of the command line that asks a running server, beside programs that say one word. */
final class VerbMeasurement implements Measurement {
  private static final double GOAL_MILLIS = 150;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MILLIS = 1000;

  /** What all have to print. */
  private static final String WORD = "Listed";

  private final Installation installation;
  private final Plan plan;
  private final Peer verb;
  private final Peer java;
  private final Peer node;
  private Optional<BatonServer> server = Optional.empty();

  VerbMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    verb =
        Peer.modern(
            "`./baton task list`",
            installation.baton("task", "list", "--data-dir", data().toString()));
    java =
        Peer.modern(
            "a Java class that prints a word",
            List.of(
                installation.java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                OneWord.class.getName(),
                WORD));
    node =
        Peer.modern(
            "Node that prints a word",
            List.of(installation.node(), "-e", "console.log(process.argv[1])", WORD));
  }

  private Path data() {
    return installation.target().resolve("data").resolve(name()).resolve("data");
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    var repository = Board.makeRepository(installation.newDirectory(name()).resolve("repo"));
    server = Optional.of(BatonServer.start(installation, data()));
    Board.create(server.get(), repository).createTask(WORD);
  }

  @Override
  public void cleanUp() throws IOException {
    if (server.isPresent()) {
      server.get().close();
    }
    Installation.delete(installation.target().resolve("data").resolve(name()));
  }

  @Override
  public String name() {
    return "verb";
  }

  @Override
  public String method() {
    return "`./baton task list` from the start of its process to its end, while the server of its data directory runs, on a board with one task, which has to be in what it prints. The launcher's AOT cache was made when it was built. Beside it the least that such a program can cost: a Java class with the options of the launcher, and Node, which print the title of that task and ask nobody. CPU is that of the process, the server's is not in it. %d times each, one after the other; medians. In brackets: divided by the Java class."
        .formatted(plan.starts());
  }

  @Override
  public List<Peer> peers() {
    return List.of(verb, java, node);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.WHOLE, Figure.START_CPU);
  }

  @Override
  public Peer reference(Peer peer) {
    return java;
  }

  @Override
  public List<Goal> goals() {
    return List.of(new Goal.Under(verb, Figure.WHOLE, GOAL_MILLIS));
  }

  @Override
  public int rounds() {
    return plan.starts();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var used = CpuTime.ownAndChildren();
    var begin = System.nanoTime();
    var process = new ProcessBuilder(peer.command()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    var code = process.waitFor();
    var end = System.nanoTime();
    if (code != 0 || !printed.contains(WORD)) {
      throw new IOException("%s ended with %d: %s".formatted(peer.command(), code, printed));
    }
    results.add(peer, Figure.WHOLE, (end - begin) / NANOS_PER_MILLI);
    results.add(peer, Figure.START_CPU, (CpuTime.ownAndChildren() - used) * MILLIS);
  }
}
