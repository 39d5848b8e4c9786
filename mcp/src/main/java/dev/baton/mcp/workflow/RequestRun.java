package dev.baton.mcp.workflow;

import dev.baton.mcp.era.ProtocolVersion;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.StepName;
import dev.baton.workflow.run.MissingInput;
import dev.baton.workflow.run.RunEnvironment;
import dev.baton.workflow.run.RunInputs;
import dev.baton.workflow.run.RunOutcome;
import dev.baton.workflow.run.RunState;
import dev.baton.workflow.run.Secrets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run within one request: begins it or takes it up, asks the client for what it lacks, and goes
 * on with the answers. Where a question ends the request, the run is kept and goes on in the next.
 */
final class RequestRun {
  /**
   * A run that is larger cannot travel with the client, and is handed off in place of a question.
   */
  private static final int MOST_KEPT_BYTES = 1024 * 1024;

  private final WorkflowRegistry registry;
  private final SequentialWorkflow workflow;
  private final RequestContext context;
  private final ServerHost host;

  RequestRun(WorkflowRegistry registry, SequentialWorkflow workflow, RequestContext context) {
    this.registry = registry;
    this.workflow = workflow;
    this.context = context;
    this.host = registry.host(context);
  }

  /**
   * Begins a run with these arguments, or goes on with the one that the client comes back to.
   *
   * @throws RunTakenException if a process beside this one works on it
   */
  RunAnswer run(ObjectNode arguments) throws Exception {
    var kept = context.kept();
    if (kept.isPresent()) {
      return goOn(kept.get());
    }
    var state = RunState.begin(workflow, arguments);
    var home =
        workflow.durable() ? registry.runs().begin(workflow, state, context) : RunHome.none();
    var round = QuestionRound.first(RunInputs.none());
    return home.taskId().isPresent()
        ? registry.runs().exclusively(home.taskId().get(), () -> rounds(home, state, round))
        : rounds(home, state, round);
  }

  /**
   * Takes up a run that has stopped, with what the client supplies.
   *
   * @param load finds the run when it is this request's turn, or says why there is none
   * @throws RunTakenException if a process beside this one works on it
   */
  RunAnswer resume(TaskId task, Supplier<TaskRecord> load, RunInputs inputs) throws Exception {
    var kept = context.kept();
    return kept.isPresent() ? goOn(kept.get()) : takeUp(task, load, QuestionRound.first(inputs));
  }

  private RunAnswer goOn(ObjectNode kept) throws Exception {
    var round = QuestionRound.read(workflow, kept);
    var task = TaskHome.kept(kept);
    return task.isPresent()
        ? takeUp(task.get(), () -> load(task.get()), round)
        : rounds(
            RunHome.Request.kept(kept),
            RunState.fromJson(workflow, kept.path(RunHome.Request.STATE)),
            round);
  }

  private TaskRecord load(TaskId task) {
    return registry
        .runs()
        .find(context.owner(), task)
        .filter(record -> !record.status().isFinal())
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "The run behind this request has ended or expired; begin a new run of '%s'"
                        .formatted(workflow.name())));
  }

  private RunAnswer takeUp(TaskId task, Supplier<TaskRecord> load, QuestionRound round)
      throws Exception {
    return registry
        .runs()
        .exclusively(
            task,
            () -> {
              var home = registry.runs().home(unchanged(load.get()));
              return rounds(home, registry.runs().state(workflow, home.claim()), round);
            });
  }

  private TaskRecord unchanged(TaskRecord task) {
    ChangedWorkflow.obstacle(workflow, task)
        .ifPresent(
            obstacle -> {
              throw RpcException.invalidParams(
                  "%s; get the prompt without '_task_id' to begin a new run".formatted(obstacle));
            });
    return task;
  }

  /** Says where a run stands, and does nothing. */
  RunAnswer describe(TaskRecord task) {
    var home = registry.runs().home(task);
    return answer(home, describe(home, registry.runs().state(workflow, task)));
  }

  /** The open steps of a run that a call of this tool makes, the surest first. */
  List<String> stepsMadeBy(TaskRecord task, String tool, ObjectNode arguments)
      throws InterruptedException {
    var runs = registry.runs();
    var environment = environment(runs.home(task));
    return registry
        .runner()
        .stepsMadeBy(workflow, runs.state(workflow, task), environment, tool, arguments)
        .stream()
        .map(StepName::value)
        .toList();
  }

  private RunAnswer rounds(RunHome home, RunState state, QuestionRound first) {
    try {
      return untilAnswered(home, state, first);
    } finally {
      home.release();
    }
  }

  private RunAnswer untilAnswered(RunHome home, RunState state, QuestionRound first) {
    var round = first;
    var outcome = round.asking() ? describe(home, state) : goOn(home, state, round);
    if (round.asking() && outcome.missing().isEmpty()) {
      // why: somebody else has supplied it while the client's user was thinking
      outcome = goOn(home, state, round);
    }
    while (true) {
      var question = question(home, outcome, round);
      if (question.isEmpty()) {
        return answer(home, outcome);
      }
      keep(home, outcome, round.asked());
      var content = context.ask(question.get()).accepted(round.key());
      if (content.isEmpty()) {
        return answer(home, outcome);
      }
      var step = outcome.missing().getFirst().step().orElseThrow();
      round = round.answered(step, asked(outcome, content.get()));
      outcome = goOn(home, outcome.state(), round);
    }
  }

  /** What was asked for, and no more: a name that the tool does not have would stay for ever. */
  private static ObjectNode asked(RunOutcome outcome, ObjectNode content) {
    return content.deepCopy().retain(outcome.missing().stream().map(MissingInput::name).toList());
  }

  private RunOutcome goOn(RunHome home, RunState state, QuestionRound round) {
    host.hiding(Secrets.of(workflow, state.arguments()));
    var outcome = registry.runner().run(workflow, state, round.inputs(), environment(home));
    if (host.isUnwinding()) {
      // why: the tool's question is the request's answer; its step is tried again with the answer
      keep(home, outcome, new QuestionRound(round.number(), false, round.inputs()));
      host.unwind();
    }
    // why: to hand a step off that is done would be to ask for it twice
    var further = context.isCancelled() ? Optional.<RunState>empty() : home.overtaken(outcome);
    return further.isPresent() ? goOn(home, further.get(), round) : outcome;
  }

  private RunOutcome describe(RunHome home, RunState state) {
    return registry.runner().describe(workflow, state, environment(home));
  }

  private RunAnswer answer(RunHome home, RunOutcome outcome) {
    return new RunAnswer(outcome, home, host);
  }

  /** What to ask; empty if nothing is missing, or nobody can be asked. */
  private Optional<InputRequest> question(RunHome home, RunOutcome outcome, QuestionRound round) {
    return canAsk(context) && !context.isCancelled() && isSmall(home, outcome)
        ? Question.of(round.key(), workflow.name(), outcome.missing())
        : Optional.empty();
  }

  private boolean isSmall(RunHome home, RunOutcome outcome) {
    return outcome.missing().isEmpty()
        || Json.bytes(home.keep(workflow, outcome.state())).length <= MOST_KEPT_BYTES;
  }

  private void keep(RunHome home, RunOutcome outcome, QuestionRound round) {
    var kept = home.keep(workflow, outcome.state());
    round.write(kept);
    context.keep(kept);
  }

  /** Questions in place of an answer exist in the newer era only, for clients that declare them. */
  static boolean canAsk(RequestContext context) {
    return ProtocolVersion.find(context.client().protocolVersion())
            .filter(ProtocolVersion::isModern)
            .isPresent()
        && new InputRequest.Elicit("", "", Json.object()).isSupportedBy(context.client());
  }

  private RunEnvironment environment(RunHome home) {
    host.knowing(home::doneMeanwhile);
    host.whileOurs(home::isEnded);
    host.within(home.scope(context.task()));
    var environment =
        RunEnvironment.of(host)
            .withRecorder(home.recorder())
            .withVariables(home.variables())
            .withProgress((done, total, message) -> context.progress(done, total, message))
            .withCancellation(() -> context.isCancelled() || home.isEnded() || host.isUnwinding());
    // why: who runs it as a task does not wait, so there is nobody to give up
    return context.task().id().isPresent()
        ? environment.withTimeBudget(registry.inside().taskLimits().maxTimeToLive())
        : environment;
  }
}
