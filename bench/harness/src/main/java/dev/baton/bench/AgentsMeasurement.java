package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Many agents that print all the time, and browsers that listen: what they cost in memory. */
final class AgentsMeasurement implements Measurement {
  private static final int LINE_BYTES = 100;
  private static final int LINES_A_SECOND = 100;
  private static final int SPARE_SECONDS = 120;
  private static final double FLAT = 1.2;
  private static final long SAMPLE_MILLIS = 1000;

  private final Installation installation;
  private final Plan plan;
  private final Crowd crowd;
  private final Peer own;

  /**
   * Who is there.
   *
   * @param streams of browsers that hear everything
   * @param mostMebibytes what the server may take
   */
  private record Crowd(String name, int agents, int streams, double mostMebibytes) {}

  private AgentsMeasurement(Installation installation, Plan plan, Crowd crowd) {
    this.installation = installation;
    this.plan = plan;
    this.crowd = crowd;
    own =
        Peer.bare(
            "`baton serve`, %d agents%s"
                .formatted(
                    crowd.agents(),
                    crowd.streams() == 0 ? "" : ", %d open streams".formatted(crowd.streams())));
  }

  /** Agents alone. */
  static AgentsMeasurement alone(Installation installation, Plan plan) {
    return new AgentsMeasurement(installation, plan, new Crowd("agents", 100, 0, 300));
  }

  /** Agents whose work many browsers watch. */
  static AgentsMeasurement watched(Installation installation, Plan plan) {
    return new AgentsMeasurement(installation, plan, new Crowd("streams", 50, 200, 350));
  }

  @Override
  public String name() {
    return crowd.name();
  }

  @Override
  public String method() {
    return "`baton serve` on SQLite with %d running fake agents, each of which prints %d lines of %d bytes a second%s. Every line is stored. Resident memory of the server's process, each second for %d s after the last agent has started; CPU is the server's, of one core. `bench/run --minutes=10 %s` watches longer."
        .formatted(
            crowd.agents(),
            LINES_A_SECOND,
            LINE_BYTES,
            crowd.streams() == 0
                ? ""
                : ", and %d open streams of browsers (`GET /events`), with `limits.streams` set to that"
                    .formatted(crowd.streams()),
            plan.agentTime().toSeconds(),
            name());
  }

  @Override
  public List<Peer> peers() {
    return List.of(own);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.LINES, Figure.MOST_MEMORY, Figure.LATE_MEMORY, Figure.CPU_SHARE);
  }

  @Override
  public Peer reference(Peer peer) {
    return own;
  }

  @Override
  public List<Goal> goals() {
    return List.of(
        new Goal.Under(own, Figure.MOST_MEMORY, crowd.mostMebibytes()),
        new Goal.Under(own, Figure.LATE_MEMORY, FLAT));
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var directory = installation.newDirectory(name());
    var repository = Board.makeRepository(directory.resolve("repo"));
    var data = Files.createDirectories(directory.resolve("data"));
    if (crowd.streams() > 0) {
      // why: all of them are of one person here, who has fewer by default
      Files.writeString(
          data.resolve("config.yaml"), "limits:\n  streams: %d\n".formatted(crowd.streams()));
    }
    try (var server =
            BatonServer.start(
                installation, data, "--max-running", Integer.toString(crowd.agents()));
        var streams = BrowserStreams.open(server, crowd.streams())) {
      var board = Board.create(server, repository);
      var attempts = new ArrayList<String>();
      try {
        for (var agent = 0; agent < crowd.agents(); agent++) {
          attempts.add(board.startAttempt(board.createTask("Chatty " + agent), script()));
        }
        watch(server, board, attempts, results);
        streams.requireAllHeard();
      } finally {
        for (var attempt : attempts) {
          board.stopAttempt(attempt);
        }
      }
      server.end();
    }
    Installation.delete(directory);
  }

  private String script() {
    var seconds = (int) plan.agentTime().toSeconds() + SPARE_SECONDS;
    return "lines %d %d\\nsleep 1\\n".formatted(LINES_A_SECOND, LINE_BYTES).repeat(seconds);
  }

  private void watch(BatonServer server, Board board, List<String> attempts, Results results)
      throws IOException, InterruptedException {
    var linesBefore = lines(board, attempts);
    var cpuBefore = server.program().cpuSeconds();
    var begin = System.nanoTime();
    var samples = new ArrayList<Double>();
    while (System.nanoTime() - begin < plan.agentTime().toNanos()) {
      Thread.sleep(SAMPLE_MILLIS);
      // why: somebody looks now and then, and a silent connection would be closed
      board.countLines(attempts.getFirst());
      samples.add(server.program().residentMebibytes());
    }
    var seconds = (System.nanoTime() - begin) / 1e9;
    var cpu = server.program().cpuSeconds() - cpuBefore;
    var quarter = samples.size() / 4;
    var second = samples.subList(quarter, 2 * quarter);
    var last = samples.subList(3 * quarter, samples.size());
    results.add(own, Figure.LINES, (lines(board, attempts) - linesBefore) / seconds);
    results.add(own, Figure.MOST_MEMORY, most(samples));
    results.add(own, Figure.LATE_MEMORY, most(last) / most(second));
    results.add(own, Figure.CPU_SHARE, 100 * cpu / seconds);
  }

  private static double most(List<Double> samples) {
    return samples.stream().mapToDouble(it -> it).max().orElseThrow();
  }

  /** How many lines are stored. */
  private static long lines(Board board, List<String> attempts) throws IOException {
    var total = 0L;
    for (var attempt : attempts) {
      total += board.countLines(attempt);
    }
    return total;
  }
}
