package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.durable.RunTakenException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.OutputSchema;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.internal.argument.ArgumentSchema;
import dev.baton.workflow.internal.argument.PromptArguments;
import dev.baton.workflow.internal.record.InvalidArgumentsException;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** A workflow as a tool, for the many clients that have no prompts. */
final class WorkflowTool {
  private static final ObjectNode OUTPUT_SCHEMA =
      OutputSchema.orFailure(
          Json.parseObject(
              """
          {
            "type": "object",
            "properties": {
              "workflow": {"type": "string", "description": "Its workflow"},
              "status": {
                "type": "string",
                "enum": ["completed", "paused"],
                "description": "paused: see handoff"
              },
              "steps": {
                "type": "array",
                "description": "Every step",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {"type": "string", "description": "Its name"},
                    "tool": {"type": "string", "description": "Its tool, if any"},
                    "status": {
                      "type": "string",
                      "description": "pending, running, completed, failed or skipped"
                    },
                    "reason": {"type": "string", "description": "Why it was skipped"}
                  }
                }
              },
              "result": {
                "description": "Of the last completed step; workflow_status has all"
              },
              "handoff": {
                "type": ["string", "null"],
                "description": "What stopped it and what to do, or null"
              },
              "task_id": {"type": "string", "description": "The run, for workflow_resume"},
              "durable": {"type": "boolean", "description": "If it outlives the server"},
              "durable_reason": {"type": "string", "description": "Why it does not"}
            },
            "required": ["workflow", "status", "steps", "result", "handoff"]
          }
          """));

  private final WorkflowRegistry registry;
  private final SequentialWorkflow workflow;

  private WorkflowTool(WorkflowRegistry registry, SequentialWorkflow workflow) {
    this.registry = registry;
    this.workflow = workflow;
  }

  static Tool<?, ?> of(WorkflowRegistry registry, SequentialWorkflow workflow) {
    var tool = new WorkflowTool(registry, workflow);
    var builder =
        Tool.withSchema(workflow.toolName(), ArgumentSchema.of(workflow))
            .description(tool.description())
            .outputSchema(OUTPUT_SCHEMA)
            .annotations(tool.annotations())
            .completing(tool::completed)
            .taskSupport(TaskSupport.WHERE_POSSIBLE);
    workflow.title().ifPresent(builder::title);
    return builder.handler(tool::run);
  }

  private String description() {
    return """
        Runs the workflow '%s' on the server: %s.
        Use when: this is what shall be done.
        Required: %s.
        Optional: %s.
        Next: nothing if it completes; else what the answer's handoff says.
        Avoid: making the calls of its steps yourself beside it."""
        .formatted(
            workflow.name(),
            withoutStop(workflow.description()),
            arguments(WorkflowArgument::required),
            arguments(argument -> !argument.required()));
  }

  private String arguments(Predicate<WorkflowArgument> which) {
    var names =
        workflow.arguments().stream()
            .filter(which)
            .map(argument -> argument.name().value())
            .toList();
    return names.isEmpty() ? "nothing" : String.join(", ", names);
  }

  private static String withoutStop(String text) {
    var stripped = text.strip();
    return stripped.endsWith(".") ? stripped.substring(0, stripped.length() - 1) : stripped;
  }

  /** A run is as harmless as the steps that it runs without asking. */
  private ToolAnnotations annotations() {
    var facts =
        workflow.requiredTools().stream()
            .flatMap(tool -> registry.catalog().findTool(tool.name()).stream())
            .toList();
    var readOnly = facts.stream().allMatch(ToolFacts::readOnly);
    return ToolAnnotations.of(readOnly && !workflow.durable(), destroysByItself(), readOnly, true);
  }

  private boolean destroysByItself() {
    return workflow.steps().stream()
        .filter(step -> step.autoRun())
        .flatMap(step -> step.tool().stream())
        .flatMap(tool -> registry.catalog().findTool(tool.name()).stream())
        .anyMatch(ToolFacts::destructive);
  }

  /** What was given, with what the client's user filled in for the rest. */
  private ObjectNode completed(ObjectNode given, RequestContext context) {
    var filled = Question.askFor(PromptArguments.read(workflow, given), context);
    return filled.isEmpty() ? given : given.deepCopy().setAll(filled);
  }

  private ToolResult run(ObjectNode arguments, RequestContext context) throws Exception {
    var answer = answer(checked(arguments), context);
    var report = answer.report();
    var meta = answer.home().meta(answer.outcome());
    List.of("task_id", "durable", "durable_reason").stream()
        .filter(meta::has)
        .forEach(key -> report.set(key, meta.get(key)));
    return ToolResult.structured(report);
  }

  private RunAnswer answer(ObjectNode given, RequestContext context) throws Exception {
    try {
      return RequestRun.run(registry, workflow, context, given);
    } catch (RunTakenException e) {
      throw RunTools.busy(e);
    }
  }

  private ObjectNode checked(ObjectNode arguments) {
    try {
      return PromptArguments.read(workflow, arguments).orThrow();
    } catch (InvalidArgumentsException e) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          String.valueOf(e.getMessage()),
          "Call %s again with its arguments corrected".formatted(workflow.toolName()));
    }
  }
}
