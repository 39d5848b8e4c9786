package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.IllegalTransitionException;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.run.InvalidArgumentsException;
import dev.baton.workflow.run.RunInputs;
import dev.baton.workflow.run.RunVariables;
import dev.baton.workflow.run.narrative.Handoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools with which a model follows, continues and completes a durable run. */
final class RunTools {
  private static final String PREFIX = "workflow_";
  private static final String STATUS = PREFIX + "status";
  private static final String RESUME = PREFIX + "resume";
  private static final String COMPLETE = PREFIX + "complete";

  record StatusRequest(
      @Description("Which run, by its task id; may be left out if only one is open")
          Optional<String> taskId) {}

  record ResumeRequest(
      @Description("Which run, by its task id; may be left out if only one is open")
          Optional<String> taskId,
      @Description(
              "Arguments by step: {step: {argument: value}}. A destructive step runs only if it is named here; {} is enough")
          Optional<ObjectNode> inputs) {}

  record CompleteRequest(
      @Description("Which run, by its task id; may be left out if only one is open")
          Optional<String> taskId,
      @Description("What came of the run: a text, or an object") JsonNode result) {}

  record Step(
      @Description("The step's name") String name,
      @Description("The tool that it calls") Optional<String> tool,
      @Description("pending, running, completed, failed or skipped") String status) {}

  record Remaining(
      @Description("The step's name") String step,
      @Description("The tool to call") Optional<String> tool,
      @Description("Its arguments; <...> stands for what an earlier call gives")
          ObjectNode arguments,
      @OmitWhenEmpty @Description("What to mind in this step") Optional<String> guidance) {}

  record Run(
      @Description("The run's durable task") String taskId,
      @Description("The workflow that it is a run of") String workflow,
      @Description("The task's status: working, input_required, completed, failed or cancelled")
          String status,
      @Description("Every step with its status") List<Step> steps,
      @Description("The calls that are left, in their order") List<Remaining> remaining,
      @Description("What stopped the run and what to do next; null if nothing is left")
          Optional<String> handoff) {}

  private final Serving serving;

  private RunTools(Serving serving) {
    this.serving = serving;
  }

  static List<Tool<?, ?>> all(Serving serving) {
    var tools = new RunTools(serving);
    return List.of(tools.status(), tools.resume(), tools.complete());
  }

  /** Calls of these speak about a run, and are no part of it. */
  static boolean isOne(String tool) {
    return tool.startsWith(PREFIX);
  }

  private Tool<?, ?> status() {
    return Tool.named(STATUS, StatusRequest.class, Run.class)
        .description(
            "Use when: you want to know where a workflow run stands and which calls remain. Optional: task_id. Next: make the remaining calls, or %s. Avoid: polling; nothing changes by itself."
                .formatted(RESUME))
        .annotations(ToolAnnotations.of(true, false, true, false))
        .handler((request, context) -> describe(load(request.taskId(), context), context));
  }

  private Tool<?, ?> resume() {
    return Tool.named(RESUME, ResumeRequest.class, Run.class)
        .description(
            "Use when: a workflow run has paused and the server should go on with it. Optional: task_id; inputs, the arguments that the handoff asks for. Next: follow the new handoff, or %s. Avoid: naming a destructive step in inputs without the user's consent."
                .formatted(COMPLETE))
        .annotations(ToolAnnotations.of(false, true, false, true))
        .handler(this::resume);
  }

  private Tool<?, ?> complete() {
    return Tool.named(COMPLETE, CompleteRequest.class, Run.class)
        .description(
            "Use when: the work of a workflow run is done, by whatever calls. Required: result. Optional: task_id. Next: nothing; the run is closed. Avoid: completing a run whose steps the user still wants; see %s."
                .formatted(STATUS))
        .annotations(ToolAnnotations.of(false, false, false, false))
        .handler(this::complete);
  }

  private Run resume(ResumeRequest request, RequestContext context) throws Exception {
    var task = openTask(request.taskId(), context);
    var workflow = workflow(task);
    var inputs = inputs(workflow, request.inputs().orElseGet(Json::object));
    return run(new RequestRun(serving, workflow, context).resume(task, inputs), task.id(), context);
  }

  private static RunInputs inputs(SequentialWorkflow workflow, ObjectNode json) {
    try {
      return RunInputs.read(workflow, json);
    } catch (InvalidArgumentsException e) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          String.valueOf(e.getMessage()),
          "Call %s again with inputs as {step: {argument: value}}".formatted(RESUME));
    }
  }

  private Run complete(CompleteRequest request, RequestContext context) throws Exception {
    var task = openTask(request.taskId(), context);
    try {
      var ended =
          serving
              .inside()
              .endTask(
                  context.owner(),
                  task.id(),
                  record -> record.completedWith(result(request.result())));
      return describe(ended, context);
    } catch (IllegalTransitionException e) {
      throw alreadyDone(load(Optional.of(task.id().value()), context));
    }
  }

  private static ObjectNode result(JsonNode given) {
    if (given instanceof ObjectNode object && object.path("content").isArray()) {
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

  private TaskRecord openTask(Optional<String> id, RequestContext context) {
    var task = load(id, context);
    if (task.status().isFinal()) {
      throw alreadyDone(task);
    }
    return task;
  }

  private static ToolFailure alreadyDone(TaskRecord task) {
    return new ToolFailure(
        FailureCode.ALREADY_DONE,
        "The run of task %s is %s".formatted(task.id(), task.status().wireName()),
        "Call %s with task_id to see it, or begin a new run of %s"
            .formatted(STATUS, DurableRuns.workflow(task)));
  }

  private TaskRecord load(Optional<String> id, RequestContext context) {
    if (id.isPresent()) {
      return Optional.of(id.get())
          .filter(text -> !text.isBlank())
          .flatMap(text -> serving.runs().find(context.owner(), new TaskId(text)))
          .orElseThrow(
              () ->
                  new ToolFailure(
                      FailureCode.NOT_FOUND,
                      "There is no workflow run with task id '%s'".formatted(id.get()),
                      "Call %s without task_id to see which run is open".formatted(STATUS)));
    }
    var open = serving.runs().open(context.owner());
    if (open.isEmpty()) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "No workflow run is open",
          "Begin one with a prompt or a run_ tool, or pass task_id for one that has ended");
    }
    if (open.size() > 1) {
      throw new ToolFailure(
          FailureCode.AMBIGUOUS_TARGET,
          "%d workflow runs are open".formatted(open.size()),
          "Call again with task_id, one of those in details.runs",
          Map.of("runs", open.stream().map(this::summary).toList()));
    }
    return open.getFirst();
  }

  private Map<String, Object> summary(TaskRecord task) {
    var summary = new LinkedHashMap<String, Object>();
    summary.put("task_id", task.id().value());
    summary.put("workflow", DurableRuns.workflow(task));
    summary.put(
        "age_seconds",
        Duration.between(task.createdAt(), serving.inside().clock().instant()).toSeconds());
    return summary;
  }

  private SequentialWorkflow workflow(TaskRecord task) {
    var name = DurableRuns.workflow(task);
    return serving
        .find(name)
        .orElseThrow(
            () ->
                new ToolFailure(
                    FailureCode.NOT_FOUND,
                    "Workflow '%s' is not served any more".formatted(name),
                    "Make the calls yourself and call %s; served are: %s"
                        .formatted(COMPLETE, String.join(", ", serving.names()))));
  }

  private Run describe(TaskRecord task, RequestContext context) {
    return run(new RequestRun(serving, workflow(task), context).describe(task), task.id(), context);
  }

  private Run run(RunAnswer answer, TaskId id, RequestContext context) {
    var workflow = answer.outcome().workflow();
    var task = load(Optional.of(id.value()), context);
    var isFinal = task.status().isFinal();
    var steps = new ArrayList<Step>();
    RunVariables.steps(workflow, answer.outcome().state())
        .forEach(
            step ->
                steps.add(
                    new Step(
                        step.path("name").asString(""),
                        step.path("tool").asStringOpt(),
                        step.path("status").asString(""))));
    var remaining =
        isFinal
            ? List.<Remaining>of()
            : answer.outcome().remaining().stream()
                .map(
                    call ->
                        new Remaining(
                            call.step().value(), call.tool(), call.arguments(), call.guidance()))
                .toList();
    return new Run(
        id.value(),
        workflow.name(),
        task.status().wireName(),
        steps,
        remaining,
        isFinal
            ? Optional.empty()
            : Handoff.text(answer.outcome(), answer.backing().narration(workflow)));
  }
}
