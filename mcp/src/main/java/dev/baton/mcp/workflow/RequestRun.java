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
import dev.baton.workflow.run.RunEnvironment;
import dev.baton.workflow.run.RunInputs;
import dev.baton.workflow.run.RunOutcome;
import dev.baton.workflow.run.RunState;
import dev.baton.workflow.run.WorkflowRunner;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run within one request: begins it or takes it up, asks the client for what it lacks, and goes
 * on with the answers. Where a question ends the request, the run is kept and goes on in the next.
 */
final class RequestRun {
  private static final String ROUND = "round";

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

  /** Begins a run with these arguments, or goes on with the one that the client comes back to. */
  RunAnswer run(ObjectNode arguments) throws Exception {
    var kept = context.kept();
    if (kept.isPresent()) {
      return goOn(kept.get());
    }
    var state = RunState.begin(workflow, arguments);
    var backing =
        workflow.durable() ? serving.runs().begin(workflow, state, context) : Backing.none();
    return exclusively(backing, () -> run(backing, state, RunInputs.none()));
  }

  private RunAnswer goOn(ObjectNode kept) throws Exception {
    var round = kept.path(ROUND).asInt(0);
    var task = kept.path(TaskBacking.TASK).asStringOpt().map(TaskId::new);
    if (task.isEmpty()) {
      var state = RunState.fromJson(workflow, kept.path(Backing.Request.STATE));
      return asked(Backing.none(), state, round);
    }
    return serving
        .runs()
        .exclusively(
            task.get(),
            () -> {
              var record = load(task.get());
              return asked(
                  new TaskBacking(serving.inside(), record),
                  serving.runs().state(workflow, record),
                  round);
            });
  }

  private TaskRecord load(TaskId task) {
    return serving
        .runs()
        .find(context.owner(), task)
        .filter(record -> !record.status().isFinal())
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "The run behind this request has ended or expired; get the prompt '%s' again"
                        .formatted(workflow.name())));
  }

  /** Takes up a run that has stopped, with what the client supplies. */
  RunAnswer resume(TaskRecord task, RunInputs inputs) throws Exception {
    return serving
        .runs()
        .exclusively(
            task.id(),
            () -> {
              var now = load(task.id());
              return run(
                  new TaskBacking(serving.inside(), now),
                  serving.runs().state(workflow, now),
                  inputs);
            });
  }

  /** Says where a run stands, and does nothing. */
  RunAnswer describe(TaskRecord task) {
    var backing = new TaskBacking(serving.inside(), task);
    var outcome =
        runner().describe(workflow, serving.runs().state(workflow, task), environment(backing));
    return new RunAnswer(outcome, backing, host);
  }

  private RunAnswer exclusively(Backing backing, DurableRuns.Work<RunAnswer> work)
      throws Exception {
    return backing.taskId().isPresent()
        ? serving.runs().exclusively(new TaskId(backing.taskId().get()), work)
        : work.run();
  }

  private RunAnswer run(Backing backing, RunState state, RunInputs inputs) {
    var outcome = runner().run(workflow, state, inputs, environment(backing));
    if (host.isUnwinding()) {
      // why: the tool's question is the request's answer; its step is tried again with the answer
      keep(backing, outcome, 0);
      host.unwind();
    }
    return questions(backing, outcome, 0);
  }

  /** Goes on from the question that the client was asked in an earlier request. */
  private RunAnswer asked(Backing backing, RunState state, int round) {
    return round == 0
        ? run(backing, state, RunInputs.none())
        : questions(backing, runner().describe(workflow, state, environment(backing)), round - 1);
  }

  private RunAnswer questions(Backing backing, RunOutcome first, int firstRound) {
    var outcome = first;
    for (var round = firstRound + 1; ; round++) {
      var inputs = ask(backing, outcome, round);
      if (inputs.isEmpty()) {
        return new RunAnswer(outcome, backing, host);
      }
      outcome = runner().run(workflow, outcome.state(), inputs.get(), environment(backing));
      if (host.isUnwinding()) {
        keep(backing, outcome, 0);
        host.unwind();
      }
    }
  }

  /** What the client's user filled in; empty if there is nothing to ask, or nobody to be asked. */
  private Optional<RunInputs> ask(Backing backing, RunOutcome outcome, int round) {
    var question =
        canAsk(context)
            ? Question.of("input-" + round, workflow.name(), outcome.missing())
            : Optional.<InputRequest>empty();
    if (question.isEmpty()) {
      return Optional.empty();
    }
    keep(backing, outcome, round);
    var step = outcome.missing().getFirst().step().map(StepName::value).orElseThrow();
    return context
        .ask(question.get())
        .accepted(question.get().key())
        .map(content -> new RunInputs(Map.of(new StepName(step), content)));
  }

  private void keep(Backing backing, RunOutcome outcome, int round) {
    context.keep(backing.keep(workflow, outcome.state()).put(ROUND, round));
  }

  /** Questions in place of an answer exist in the newer era only, for clients that declare them. */
  static boolean canAsk(RequestContext context) {
    return ProtocolVersion.find(context.client().protocolVersion())
            .filter(ProtocolVersion::isModern)
            .isPresent()
        && new InputRequest.Elicit("", "", Json.object()).isSupportedBy(context.client());
  }

  private WorkflowRunner runner() {
    return serving.runner();
  }

  private RunEnvironment environment(Backing backing) {
    return RunEnvironment.of(host)
        .withRecorder(backing.recorder())
        .withVariables(backing.variables())
        .withProgress((done, total, message) -> context.progress(done, total, message))
        .withCancellation(() -> context.isCancelled() || backing.isEnded());
  }
}
