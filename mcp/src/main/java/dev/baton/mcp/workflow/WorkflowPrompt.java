package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.internal.durable.RunTakenException;
import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.prompt.PromptArgument;
import dev.baton.mcp.prompt.PromptResult;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.CompletionSource;
import dev.baton.mcp.request.RequestContext;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.internal.argument.PromptArguments;
import dev.baton.workflow.internal.narrative.Trace;
import dev.baton.workflow.internal.record.RunInputs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A workflow as a prompt: getting it runs it, and the answer tells the run as a conversation. */
final class WorkflowPrompt {
  /** In the {@code _meta} of every answer: {@code completed}, or {@code paused}. */
  private static final String STATUS = "dev.baton/status";

  private final WorkflowRegistry registry;
  private final SequentialWorkflow workflow;

  private WorkflowPrompt(WorkflowRegistry registry, SequentialWorkflow workflow) {
    this.registry = registry;
    this.workflow = workflow;
  }

  static Prompt of(WorkflowRegistry registry, SequentialWorkflow workflow) {
    var builder =
        Prompt.named(workflow.name(), workflow.description())
            .checkingItself(given -> refused(PromptArguments.readTexts(workflow, given)));
    workflow.title().ifPresent(builder::withTitle);
    workflow.arguments().forEach(argument -> builder.argument(describe(argument)));
    return builder.handler(new WorkflowPrompt(registry, workflow)::get);
  }

  private static PromptArgument describe(WorkflowArgument argument) {
    var described =
        new PromptArgument(
            argument.name().value(),
            argument.description(),
            argument.required(),
            CompletionSource.of(argument.allowedValues()));
    return argument
        .completion()
        .map(source -> described.withCompletions((typed, others, context) -> source.apply(typed)))
        .orElse(described);
  }

  private PromptResult get(Map<String, String> given, RequestContext context) throws Exception {
    if (TaskReference.isBroken(context.meta())) {
      throw RpcException.invalidParams(
          "The task id in '_meta' must be the id of a run, as a string; leave it out to begin a new run of '%s'"
              .formatted(workflow.name()));
    }
    var answer = answer(given, context);
    var outcome = answer.outcome();
    var narration = answer.home().narration(outcome).withGiven(given);
    var trace = Trace.of(outcome, answer.host(), narration);
    return new PromptResult(
        trace.messages(registry.traceForm(workflow), context.client().name()),
        answer.home().meta(outcome).put(STATUS, outcome.status()));
  }

  private RunAnswer answer(Map<String, String> given, RequestContext context) throws Exception {
    var task = TaskReference.find(context.meta());
    try {
      return task.isPresent() ? resume(task.get(), given, context) : begin(given, context);
    } catch (RunTakenException e) {
      throw RpcException.invalidParams(
          "%s; try again when tasks/get shows no step that is running".formatted(e.getMessage()));
    }
  }

  private RunAnswer begin(Map<String, String> given, RequestContext context) throws Exception {
    var arguments = PromptArguments.read(workflow, given);
    var filled = Question.askFor(arguments, context);
    if (!filled.isEmpty()) {
      var all = new LinkedHashMap<>(given);
      filled.forEachEntry((name, value) -> all.put(name, text(value)));
      arguments = PromptArguments.read(workflow, all);
    }
    return RequestRun.run(registry, workflow, context, checked(arguments));
  }

  /** What the user would have typed; a form may write a whole number as 3.0. */
  private static String text(JsonNode value) {
    var number = value.asDouble(Double.NaN);
    return value.isFloatingPointNumber() && number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : value.asString("");
  }

  private static ObjectNode checked(PromptArguments arguments) {
    if (arguments.problems().isEmpty()) {
      return arguments.values();
    }
    throw refused(arguments);
  }

  private static RpcException refused(PromptArguments arguments) {
    var problem = arguments.refusal();
    return new RpcException(
        ErrorCode.INVALID_PARAMS, String.valueOf(problem.getMessage()), problem.toJson());
  }

  /** Resumes the run of a task; it has its arguments already, and only the same may be given. */
  private RunAnswer resume(TaskId id, Map<String, String> given, RequestContext context)
      throws Exception {
    return RequestRun.of(id, registry, workflow, context)
        .resume(id, () -> recover(id, given, context), RunInputs.none());
  }

  private TaskRecord recover(TaskId id, Map<String, String> given, RequestContext context) {
    var task =
        registry
            .runs()
            .recover(context.owner(), id)
            .filter(record -> RunRecords.workflow(record).equals(workflow.name()))
            .orElseThrow(
                () ->
                    RpcException.invalidParams(
                        "There is no run of '%s' with task id '%s'; get the prompt without one to begin a new run"
                            .formatted(workflow.name(), id)));
    if (task.status().isFinal()) {
      throw RpcException.invalidParams(
          "Task %s is %s; get the prompt without '_task_id' to begin a new run"
              .formatted(id, task.status().wireName()));
    }
    differing(given, RunRecords.arguments(task))
        .ifPresent(
            name -> {
              throw RpcException.invalidParams(
                  "The run of task %s has another '%s'; leave the arguments out to resume it"
                      .formatted(id, name));
            });
    return task;
  }

  private Optional<String> differing(Map<String, String> given, ObjectNode known) {
    var values = PromptArguments.read(workflow, given).values();
    return given.keySet().stream()
        .filter(name -> !values.path(name).equals(known.path(name)))
        .findFirst();
  }
}
