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

  private final Serving serving;
  private final SequentialWorkflow workflow;
  private final RequestContext context;
  private final ServerHost host;

  RequestRun(Serving serving, SequentialWorkflow workflow, RequestContext context) {
    this.serving = serving;
    this.workflow = workflow;
    this.context = context;
    this.host = serving.host(context);
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
    var backing =
        workflow.durable() ? serving.runs().begin(workflow, state, context) : Backing.none();
    var round = Round.first(RunInputs.none());
    return backing.taskId().isPresent()
        ? serving.runs().exclusively(backing.taskId().get(), () -> rounds(backing, state, round))
        : rounds(backing, state, round);
  }

  /**
   * Takes up a run that has stopped, with what the client supplies.
   *
   * @param load finds the run when it is this request's turn, or says why there is none
   * @throws RunTakenException if a process beside this one works on it
   */
  RunAnswer resume(TaskId task, Supplier<TaskRecord> load, RunInputs inputs) throws Exception {
    var kept = context.kept();
    return kept.isPresent() ? goOn(kept.get()) : takeUp(task, load, Round.first(inputs));
  }

  private RunAnswer goOn(ObjectNode kept) throws Exception {
    var round = Round.read(workflow, kept);
    var task = TaskBacking.kept(kept);
    return task.isPresent()
        ? takeUp(task.get(), () -> load(task.get()), round)
        : rounds(
            Backing.Request.kept(kept),
            RunState.fromJson(workflow, kept.path(Backing.Request.STATE)),
            round);
  }

  private TaskRecord load(TaskId task) {
    return serving
        .runs()
        .find(context.owner(), task)
        .filter(record -> !record.status().isFinal())
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "The run behind this request has ended or expired; begin a new run of '%s'"
                        .formatted(workflow.name())));
  }

  private RunAnswer takeUp(TaskId task, Supplier<TaskRecord> load, Round round) throws Exception {
    return serving
        .runs()
        .exclusively(
            task,
            () -> {
              var backing = serving.runs().backing(unchanged(load.get()));
              return rounds(backing, serving.runs().state(workflow, backing.claim()), round);
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
    var backing = serving.runs().backing(task);
    return answer(backing, describe(backing, serving.runs().state(workflow, task)));
  }

  /** The open steps of a run that a call of this tool makes, the surest first. */
  List<String> stepsMadeBy(TaskRecord task, String tool, ObjectNode arguments)
      throws InterruptedException {
    var runs = serving.runs();
    var environment = environment(runs.backing(task));
    return serving
        .runner()
        .stepsMadeBy(workflow, runs.state(workflow, task), environment, tool, arguments)
        .stream()
        .map(StepName::value)
        .toList();
  }

  private RunAnswer rounds(Backing backing, RunState state, Round first) {
    try {
      return untilAnswered(backing, state, first);
    } finally {
      backing.release();
    }
  }

  private RunAnswer untilAnswered(Backing backing, RunState state, Round first) {
    var round = first;
    var outcome = round.asking() ? describe(backing, state) : goOn(backing, state, round);
    if (round.asking() && outcome.missing().isEmpty()) {
      // why: somebody else has supplied it while the client's user was thinking
      outcome = goOn(backing, state, round);
    }
    while (true) {
      var question = question(backing, outcome, round);
      if (question.isEmpty()) {
        return answer(backing, outcome);
      }
      keep(backing, outcome, round.asked());
      var content = context.ask(question.get()).accepted(round.key());
      if (content.isEmpty()) {
        return answer(backing, outcome);
      }
      var step = outcome.missing().getFirst().step().orElseThrow();
      round = round.answered(step, asked(outcome, content.get()));
      outcome = goOn(backing, outcome.state(), round);
    }
  }

  /** What was asked for, and no more: a name that the tool does not have would stay for ever. */
  private static ObjectNode asked(RunOutcome outcome, ObjectNode content) {
    return content.deepCopy().retain(outcome.missing().stream().map(MissingInput::name).toList());
  }

  private RunOutcome goOn(Backing backing, RunState state, Round round) {
    host.hiding(Secrets.of(workflow, state.arguments()));
    var outcome = serving.runner().run(workflow, state, round.inputs(), environment(backing));
    if (host.isUnwinding()) {
      // why: the tool's question is the request's answer; its step is tried again with the answer
      keep(backing, outcome, new Round(round.number(), false, round.inputs()));
      host.unwind();
    }
    // why: to hand a step off that is done would be to ask for it twice
    var further = context.isCancelled() ? Optional.<RunState>empty() : backing.overtaken(outcome);
    return further.isPresent() ? goOn(backing, further.get(), round) : outcome;
  }

  private RunOutcome describe(Backing backing, RunState state) {
    return serving.runner().describe(workflow, state, environment(backing));
  }

  private RunAnswer answer(Backing backing, RunOutcome outcome) {
    return new RunAnswer(outcome, backing, host);
  }

  /** What to ask; empty if nothing is missing, or nobody can be asked. */
  private Optional<InputRequest> question(Backing backing, RunOutcome outcome, Round round) {
    return canAsk(context) && !context.isCancelled() && isSmall(backing, outcome)
        ? Question.of(round.key(), workflow.name(), outcome.missing())
        : Optional.empty();
  }

  private boolean isSmall(Backing backing, RunOutcome outcome) {
    return outcome.missing().isEmpty()
        || Json.bytes(backing.keep(workflow, outcome.state())).length <= MOST_KEPT_BYTES;
  }

  private void keep(Backing backing, RunOutcome outcome, Round round) {
    var kept = backing.keep(workflow, outcome.state());
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

  private RunEnvironment environment(Backing backing) {
    host.knowing(backing::doneMeanwhile);
    host.whileOurs(backing::isEnded);
    host.within(backing.scope(context.task()));
    var environment =
        RunEnvironment.of(host)
            .withRecorder(backing.recorder())
            .withVariables(backing.variables())
            .withProgress((done, total, message) -> context.progress(done, total, message))
            .withCancellation(
                () -> context.isCancelled() || backing.isEnded() || host.isUnwinding());
    // why: who runs it as a task does not wait, so there is nobody to give up
    return context.task().id().isPresent()
        ? environment.withTimeBudget(serving.inside().taskLimits().maxTimeToLive())
        : environment;
  }
}
