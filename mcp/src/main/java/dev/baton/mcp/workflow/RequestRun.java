package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.durable.ChangedWorkflow;
import dev.baton.mcp.internal.durable.RunHome;
import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.internal.durable.RunTakenException;
import dev.baton.mcp.internal.durable.TaskHome;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.RunInputs;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.reference.StepName;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Begins or resumes the run that a request is about. */
final class RequestRun {
  private final WorkflowRegistry registry;
  private final SequentialWorkflow workflow;
  private final RequestContext context;

  /**
   * Something about a run.
   *
   * @param workflow with the steps of the run
   */
  RequestRun(WorkflowRegistry registry, SequentialWorkflow workflow, RequestContext context) {
    this.registry = registry;
    this.workflow = workflow;
    this.context = context;
  }

  /**
   * Begins a run with these arguments, or goes on with the one that the client comes back to.
   *
   * @param outline the workflow as it is listed
   * @throws RunTakenException if another process works on it
   */
  static RunAnswer run(
      WorkflowRegistry registry,
      SequentialWorkflow outline,
      RequestContext context,
      ObjectNode arguments)
      throws Exception {
    var kept = context.kept();
    var task = kept.flatMap(TaskHome::kept);
    if (kept.isPresent() && task.isPresent()) {
      return of(task.get(), registry, outline, context).goOn(kept.get());
    }
    var found = registry.lookUp(outline, arguments, context);
    var run = new RequestRun(registry, registry.unfolded(outline, found), context);
    return kept.isPresent() ? run.goOn(kept.get()) : run.begin(arguments, found);
  }

  /** About a run that is kept; a task that is not a run is refused when it is taken up. */
  static RequestRun of(
      TaskId task, WorkflowRegistry registry, SequentialWorkflow outline, RequestContext context) {
    var steps =
        registry
            .runs()
            .recover(context.owner(), task)
            .map(run -> registry.unfolded(outline, RunRecords.found(run)))
            .orElse(outline);
    return new RequestRun(registry, steps, context);
  }

  private RunAnswer begin(ObjectNode arguments, JsonNode found) throws Exception {
    var state = RunState.begin(workflow, arguments);
    var home =
        workflow.durable()
            ? TaskHome.begin(registry.runs(), workflow, found, state, context)
            : RunHome.none();
    var round = QuestionRound.first(RunInputs.none());
    var task = home.task().map(TaskRecord::id);
    return task.isPresent()
        ? registry.runs().exclusively(task.get(), () -> rounds(home, state).run(state, round))
        : rounds(home, state).run(state, round);
  }

  /**
   * Resumes a run that has stopped, with what the client supplies.
   *
   * @param load finds the run when this request has its lock, or says why there is none
   * @throws RunTakenException if another process works on it
   */
  RunAnswer resume(TaskId task, Supplier<TaskRecord> load, RunInputs inputs) throws Exception {
    var kept = context.kept();
    return kept.isPresent() ? goOn(kept.get()) : resume(task, load, QuestionRound.first(inputs));
  }

  private RunAnswer goOn(ObjectNode kept) throws Exception {
    var round = QuestionRound.read(workflow, kept);
    var task = TaskHome.kept(kept);
    if (task.isPresent()) {
      return resume(task.get(), () -> recover(task.get()), round);
    }
    var state = RunHome.Request.state(workflow, kept);
    return rounds(RunHome.Request.kept(kept), state).run(state, round);
  }

  private TaskRecord recover(TaskId task) {
    return registry
        .runs()
        .recover(context.owner(), task)
        .filter(record -> !record.status().isFinal())
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "The run behind this request has ended or expired; begin a new run of '%s'"
                        .formatted(workflow.name())));
  }

  private RunAnswer resume(TaskId task, Supplier<TaskRecord> load, QuestionRound round)
      throws Exception {
    return registry
        .runs()
        .exclusively(
            task,
            () -> {
              var home = home(unchanged(load.get()));
              var state = registry.runs().state(workflow, home.claim());
              return rounds(home, state).run(state, round);
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
    var state = registry.runs().state(workflow, task);
    return rounds(home(task), state).describe(state);
  }

  /** The open steps of a run that a call of this tool makes, the surest first. */
  List<String> stepsMadeBy(TaskRecord task, String tool, ObjectNode arguments)
      throws InterruptedException {
    var state = registry.runs().state(workflow, task);
    var environment = rounds(home(task), state).environment();
    return registry.runner().stepsMadeBy(workflow, state, environment, tool, arguments).stream()
        .map(StepName::value)
        .toList();
  }

  private TaskHome home(TaskRecord task) {
    return new TaskHome(registry.runs(), task);
  }

  private RunRounds rounds(RunHome home, RunState state) {
    return new RunRounds(registry, workflow, context, home, state.arguments());
  }
}
