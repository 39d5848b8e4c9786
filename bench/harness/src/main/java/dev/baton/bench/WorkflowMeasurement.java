package dev.baton.bench;

import java.io.IOException;
import java.util.List;

/** A workflow of three steps through one {@code prompts/get}, beside the calls that it replaces. */
final class WorkflowMeasurement implements Measurement {
  private static final int STEPS = 3;
  private static final double STEP_GOAL_MICROS = 50;

  private final Installation installation;
  private final Plan plan;
  private final Peer prompt;
  private final Peer calls;
  private final Peer oneCall;

  WorkflowMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
    var own = installation.javaPeer("baton", List.of(), Peer.PORT);
    prompt = new Peer("Workflow prompt, 3 steps", Era.NEWER, own);
    calls = new Peer("The same 3 calls by a client", Era.NEWER, own);
    oneCall = new Peer("One call", Era.NEWER, own);
  }

  @Override
  public String name() {
    return "workflow";
  }

  @Override
  public String method() {
    return "A workflow whose three steps call `echo`, through one `prompts/get`, beside a client that calls `echo` three times, one after the other, without a model's turn in between; over HTTP on loopback, one connection. Every answer is checked. %d rounds, each time a fresh process, %d s of warm-up, %d s measured; medians. The cost of a step is the time of the run less that of one call, divided by three: so it has the steps' own work in it, and the whole trace. In brackets: divided by the workflow prompt."
        .formatted(plan.rounds(), plan.warmUp().toSeconds(), plan.measured().toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return List.of(prompt, calls, oneCall);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.REQUESTS, Figure.RUN_MICROS);
  }

  @Override
  public Peer reference(Peer peer) {
    return prompt;
  }

  @Override
  public List<Goal> goals() {
    return List.of(
        new Goal.AtMost(prompt, Figure.REQUESTS, 1.0 / STEPS, calls),
        new Goal.AtMost(prompt, Figure.RUN_MICROS, 1, calls),
        new Goal.PerStep(prompt, oneCall, STEPS, STEP_GOAL_MICROS));
  }

  @Override
  public int rounds() {
    return plan.rounds();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var port = ServerProgram.freePort();
    var requests = peer.equals(calls) ? STEPS : 1;
    try (var _ = ServerProgram.startHttp(peer.at(port), port, installation.log(name()));
        var connection = HttpConnection.open(port)) {
      var request = peer.equals(prompt) ? Era.prompt("echo-thrice") : peer.era().begin(connection);
      request.repeat(connection, requests, plan.warmUp());
      var latencies = request.repeat(connection, requests, plan.measured());
      results.add(peer, Figure.REQUESTS, requests);
      results.add(peer, Figure.RUN_MICROS, latencies.millis(0.5) * 1000);
    }
  }
}
