package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.durable.RunHome;
import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.argument.MissingInput;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.run.RunEnvironment;
import dev.baton.workflow.internal.run.RunOutcome;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs a workflow within one request, in rounds: each runs until something is missing, and asks the
 * client for it. Where a question ends the request, the run is kept and goes on in the next.
 */
final class RunRounds {
  /**
   * A run that is larger cannot travel with the client, and is handed off in place of a question.
   */
  private static final int MOST_KEPT_BYTES = 1024 * 1024;

  private final WorkflowRegistry registry;
  private final SequentialWorkflow workflow;
  private final RequestContext context;
  private final RunHome home;
  private final ServerHost host;

  RunRounds(
      WorkflowRegistry registry,
      SequentialWorkflow workflow,
      RequestContext context,
      RunHome home,
      ObjectNode arguments) {
    this.registry = registry;
    this.workflow = workflow;
    this.context = context;
    this.home = home;
    this.host = registry.host(context, home, Secrets.of(workflow, arguments));
  }

  /** Says where a run stands, and does nothing. */
  RunAnswer describe(RunState state) {
    return answer(outcome(state));
  }

  private RunOutcome outcome(RunState state) {
    return registry.runner().describe(workflow, state, environment());
  }

  private RunAnswer answer(RunOutcome outcome) {
    return new RunAnswer(outcome, home, host);
  }

  /** Runs until the end, or until nobody can be asked, and releases the run. */
  RunAnswer run(RunState state, QuestionRound first) {
    try {
      return answer(untilAnswered(state, first));
    } finally {
      home.release();
    }
  }

  private RunOutcome untilAnswered(RunState state, QuestionRound first) {
    var round = first;
    var outcome = round.asking() ? outcome(state) : goOn(state, round);
    if (round.asking() && outcome.missing().isEmpty()) {
      // why: somebody else has supplied it while the client's user was thinking
      outcome = goOn(state, round);
    }
    while (true) {
      var question = question(outcome, round);
      if (question.isEmpty()) {
        return outcome;
      }
      keep(outcome, round.asked());
      var content = context.ask(question.get()).accepted(round.key());
      if (content.isEmpty()) {
        return outcome;
      }
      var step = outcome.missing().getFirst().step().orElseThrow();
      round = round.answered(step, asked(outcome, content.get()));
      outcome = goOn(outcome.state(), round);
    }
  }

  /** What was asked for, and no more: a name that the tool does not have would stay for ever. */
  private static ObjectNode asked(RunOutcome outcome, ObjectNode content) {
    return content.deepCopy().retain(outcome.missing().stream().map(MissingInput::name).toList());
  }

  private RunOutcome goOn(RunState state, QuestionRound round) {
    var outcome = registry.runner().run(workflow, state, round.inputs(), environment());
    if (host.isUnwinding()) {
      // why: the tool's question is the request's answer; its step is tried again with the answer
      keep(outcome, new QuestionRound(round.number(), false, round.inputs()));
      host.unwind();
    }
    // why: to hand a step off that is done would be to ask for it twice
    var further = context.isCancelled() ? Optional.<RunState>empty() : home.stateBeyond(outcome);
    return further.isPresent() ? goOn(further.get(), round) : outcome;
  }

  /** What to ask; empty if nothing is missing, or nobody can be asked. */
  private Optional<InputRequest> question(RunOutcome outcome, QuestionRound round) {
    return canAsk(context) && !context.isCancelled() && isSmall(outcome)
        ? Question.of(round.key(), workflow.name(), outcome.missing())
        : Optional.empty();
  }

  private boolean isSmall(RunOutcome outcome) {
    return outcome.missing().isEmpty()
        || Json.bytes(home.keep(workflow, outcome.state())).length <= MOST_KEPT_BYTES;
  }

  private void keep(RunOutcome outcome, QuestionRound round) {
    var kept = home.keep(workflow, outcome.state());
    round.write(kept);
    context.keep(kept);
  }

  /** Questions in place of an answer exist in the newer era only, for clients that declare them. */
  static boolean canAsk(RequestContext context) {
    return Era.find(context.client()).filter(Era::asksByAnswering).isPresent()
        && new InputRequest.Elicit("", "", Json.object()).isSupportedBy(context.client());
  }

  /** What a run needs of this request. */
  RunEnvironment environment() {
    var environment =
        RunEnvironment.of(host)
            .withRecorder(home.recorder())
            .withVariables(home.variables())
            .withProgress((done, total, message) -> context.progress(done, total, message))
            .withCancellation(() -> context.isCancelled() || home.isEnded() || host.isUnwinding());
    // why: a client that runs it as a task does not wait for it, and does not give up
    return context.task().id().isPresent()
        ? environment.withTimeBudget(registry.inside().taskLimits().maxTimeToLive())
        : environment;
  }
}
