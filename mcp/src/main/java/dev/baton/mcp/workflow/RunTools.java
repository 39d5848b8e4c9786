package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.durable.ChangedWorkflow;
import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.internal.durable.RunTakenException;
import dev.baton.mcp.internal.durable.TaskHome;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.IllegalTransitionException;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.InvalidArgumentsException;
import dev.baton.workflow.internal.record.RunInputs;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools with which a model follows, continues and completes a durable run. */
final class RunTools {
  static final String STATUS = "workflow_status";
  private static final String RESUME = "workflow_resume";
  private static final String COMPLETE = "workflow_complete";
  private static final Set<String> CONTENT_TYPES =
      Set.of("text", "image", "audio", "resource", "resource_link");
  private static final Set<String> NAMES = Set.of(STATUS, RESUME, COMPLETE);

  record StatusRequest(
      @Description("Task id of the run; not needed if only one is open") Optional<String> taskId) {}

  record ResumeRequest(
      @Description("Task id of the run; not needed if only one is open") Optional<String> taskId,
      @Description(
              "Arguments by step: {step: {argument: value}}. A destructive step runs only if named, {} is enough; null leaves one out")
          Optional<ObjectNode> inputs) {}

  record CompleteRequest(
      @Description("Task id of the run; not needed if only one is open") Optional<String> taskId,
      @Description("What came of the run: a text, or an object") JsonNode result) {}

  private final WorkflowRegistry registry;
  private final OpenRuns runs;

  private RunTools(WorkflowRegistry registry) {
    this.registry = registry;
    this.runs = new OpenRuns(registry);
  }

  static List<Tool<?, ?>> all(WorkflowRegistry registry) {
    var tools = new RunTools(registry);
    return List.of(tools.status(), tools.resume(), tools.complete());
  }

  /** If this is one of these tools; a call of it is about a run, and not a part of it. */
  static boolean isOne(String tool) {
    return NAMES.contains(tool);
  }

  private Tool<?, ?> status() {
    return Tool.named(STATUS, StatusRequest.class, RunStatus.class)
        .description(
            """
            Says where a workflow run stands, what its steps gave and which calls remain.
            Use when: you want to go on with a run, or to know how it ended.
            Required: nothing.
            Optional: task_id.
            Next: make the remaining calls, or %s.
            Avoid: polling; nothing changes by itself."""
                .formatted(RESUME))
        .annotations(ToolAnnotations.of(true, false, true, false))
        .handler((request, context) -> describe(recover(request.taskId(), context), context));
  }

  private Tool<?, ?> resume() {
    return Tool.named(RESUME, ResumeRequest.class, RunStatus.class)
        .description(
            """
            Lets the server go on with a workflow run; nothing that is done is repeated.
            Use when: a run has paused, and what it lacked is known or has been repaired.
            Required: nothing.
            Optional: task_id; inputs, the arguments that the handoff asks for.
            Next: follow the new handoff, or %s.
            Avoid: naming a destructive step in inputs without the user's consent."""
                .formatted(COMPLETE))
        .annotations(ToolAnnotations.of(false, true, false, true))
        .handler(this::resume);
  }

  private Tool<?, ?> complete() {
    return Tool.named(COMPLETE, CompleteRequest.class, RunStatus.class)
        .description(
            """
            Closes a workflow run with its result.
            Use when: the work of the run is done, by whatever calls.
            Required: result.
            Optional: task_id.
            Next: nothing; the run is closed.
            Avoid: completing a run whose steps the user still wants; see %s."""
                .formatted(STATUS))
        .annotations(ToolAnnotations.of(false, false, false, false))
        .handler(this::complete);
  }

  private RunStatus resume(ResumeRequest request, RequestContext context) throws Exception {
    // why: a client that answers a question means the same run, even if others are open by now
    var kept = context.kept().flatMap(TaskHome::kept).map(TaskId::value);
    var task = OpenRuns.requireOpen(recover(kept.or(request::taskId), context));
    var id = task.id().value();
    var workflow = workflow(task);
    ChangedWorkflow.obstacle(workflow, task)
        .ifPresent(
            obstacle -> {
              throw new ToolFailure(
                  FailureCode.NOT_FOUND,
                  obstacle,
                  "Call %s to see what is done, make the calls yourself that are still wanted, then call %s; or begin a new run"
                      .formatted(STATUS, COMPLETE));
            });
    var inputs = inputs(workflow, request.inputs().orElseGet(Json::object));
    try {
      var answer =
          new RequestRun(registry, workflow, context)
              .resume(task.id(), () -> OpenRuns.requireOpen(runs.recover(id, context)), inputs);
      var after = answer.home().task().orElse(task);
      return RunStatus.of(after, answer)
          .withResults(after, registry.runs().secrets(after))
          // why: who answers a question repeats its inputs, and their steps may have run by then
          .withUnused(kept.isPresent() ? RunInputs.none() : inputs, task);
    } catch (RunTakenException e) {
      throw busy(e);
    } catch (IllegalTransitionException e) {
      throw OpenRuns.alreadyDone(runs.recover(id, context));
    }
  }

  /** The answer of a tool for a run that another process works on. */
  static ToolFailure busy(RunTakenException taken) {
    return new ToolFailure(
        FailureCode.BUSY,
        String.valueOf(taken.getMessage()),
        "Call %s until no step is running, then repeat %s".formatted(STATUS, RESUME));
  }

  private TaskRecord recover(Optional<String> id, RequestContext context) {
    return id.isPresent() ? runs.recover(id.get(), context) : runs.recoverOnly(context);
  }

  /** The client's inputs, checked before they are kept: a wrong name would stay for ever. */
  private RunInputs inputs(SequentialWorkflow workflow, ObjectNode json) {
    try {
      return RunInputs.read(workflow, json).accepted(workflow, registry.catalog()::findTool);
    } catch (InvalidArgumentsException e) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          String.valueOf(e.getMessage()),
          "Call %s again with inputs as {step: {argument: value}}".formatted(RESUME));
    }
  }

  private RunStatus complete(CompleteRequest request, RequestContext context) {
    var task = OpenRuns.requireOpen(recover(request.taskId(), context));
    try {
      var ended =
          registry
              .inside()
              .endTask(
                  context.owner(),
                  task.id(),
                  record -> record.completedWith(result(request.result())));
      return describe(ended, context);
    } catch (IllegalTransitionException e) {
      throw OpenRuns.alreadyDone(runs.recover(task.id().value(), context));
    }
  }

  private static ObjectNode result(JsonNode given) {
    if (given.isNull()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "'result' is null",
          "Call %s again with result: a text or an object that says what came of the run"
              .formatted(COMPLETE));
    }
    if (given instanceof ObjectNode object && isContent(object.path("content"))) {
      return object;
    }
    var result = Json.object();
    var text = given.isString() ? given.stringValue() : given.toString();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    if (given.isObject()) {
      result.set("structuredContent", given);
    }
    return result;
  }

  private static boolean isContent(JsonNode blocks) {
    return blocks.isArray()
        && blocks.valueStream().allMatch(block -> CONTENT_TYPES.contains(typeOf(block)));
  }

  private static String typeOf(JsonNode block) {
    return block.path("type").asString("");
  }

  private SequentialWorkflow workflow(TaskRecord task) {
    var name = RunRecords.workflow(task);
    return registry
        .find(task)
        .orElseThrow(
            () ->
                new ToolFailure(
                    FailureCode.NOT_FOUND,
                    "Workflow '%s' is not served any more".formatted(name),
                    "Make the calls yourself and call %s; served are: %s"
                        .formatted(COMPLETE, String.join(", ", registry.names()))));
  }

  private RunStatus describe(TaskRecord task, RequestContext context) {
    return progress(task, context).withResults(task, registry.runs().secrets(task));
  }

  private RunStatus progress(TaskRecord task, RequestContext context) {
    if (registry.runs().lease(task).isUnderWay()) {
      return RunStatus.underWay(task);
    }
    var name = RunRecords.workflow(task);
    var workflow = registry.find(task);
    var obstacle =
        workflow.isEmpty()
            ? Optional.of(
                "Workflow '%s' is not served any more, so the server cannot go on with this run"
                    .formatted(name))
            : ChangedWorkflow.obstacle(workflow.get(), task);
    return obstacle.isPresent()
        ? RunStatus.onlyRecorded(task, obstacle.get())
        : RunStatus.of(
            task, new RequestRun(registry, workflow.orElseThrow(), context).describe(task));
  }
}
