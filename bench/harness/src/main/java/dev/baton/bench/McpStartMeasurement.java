package dev.baton.bench;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** From the start of {@code baton mcp} to the first answered {@code tools/list}. */
final class McpStartMeasurement implements Measurement {
  private static final double GOAL_MILLIS = 300;

  private final Installation installation;
  private final Plan plan;
  private final Peer typescript;
  private final Peer own;
  private Optional<BatonServer> server = Optional.empty();

  McpStartMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    var data = installation.target().resolve("data").resolve(name());
    own =
        new Peer(
            "`./baton mcp`, its server running",
            Era.OLDER,
            installation.baton("mcp", "--data-dir", data.toString()));
    typescript = new Peer("TypeScript 2.4.0", Era.OLDER, installation.nodePeer("stdio.mjs"));
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    var data = installation.newDirectory(name());
    server = Optional.of(BatonServer.start(installation, data));
  }

  @Override
  public void cleanUp() throws IOException {
    if (server.isPresent()) {
      server.get().close();
    }
  }

  @Override
  public String name() {
    return "mcp-start";
  }

  @Override
  public String method() {
    return "Process start of `./baton mcp` to the first answered `tools/list` over stdio, with the handshake of 2025-11-25, while the server of its data directory runs; all tools of Baton are in the answer. The launcher's AOT cache was made when it was built. Beside it the TypeScript server with its one tool. %d starts of each, one after the other; medians. In brackets: divided by `baton mcp`."
        .formatted(plan.starts());
  }

  @Override
  public List<Peer> peers() {
    return List.of(own, typescript);
  }

  @Override
  public List<Figure> figures() {
    return FirstAnswer.FIGURES;
  }

  @Override
  public Peer reference(Peer peer) {
    return own;
  }

  @Override
  public List<Goal> goals() {
    return List.of(
        new Goal.AtMost(own, Figure.FIRST_ANSWER, 1, typescript),
        new Goal.Under(own, Figure.FIRST_ANSWER, GOAL_MILLIS));
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
