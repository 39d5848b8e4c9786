package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.ToolBuilder;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.call.CallFailures;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Lets callers name a task by its number wherever a tool takes its id. */
record TaskNaming(Supplier<Orchestrator> orchestrator) {
  private static final String TASK = "task_id";

  /** The tool, which takes numbers for {@code task_id} and for a neighbour in a column. */
  static <I, O> ToolBuilder<I, O> in(ToolBuilder<I, O> tool, Supplier<Orchestrator> orchestrator) {
    return tool.naming(TASK).completing(new TaskNaming(orchestrator)::complete);
  }

  private ObjectNode complete(ObjectNode arguments, RequestContext context) {
    var complete = arguments.deepCopy();
    name(complete, TASK, context);
    if (complete.path(PlacementJson.FIELD) instanceof ObjectNode position) {
      List.of("before", "after").forEach(field -> name(position, field, context));
    }
    return complete;
  }

  private void name(ObjectNode object, String field, RequestContext context) {
    if (object.path(field).isString()) {
      try {
        object.put(field, id(object.path(field).asString(), context));
      } catch (RuntimeException e) {
        throw CallFailures.of(e);
      }
    }
  }

  private String id(String text, RequestContext context) {
    var board = orchestrator.get().board();
    // why: other projects do not exist for an agent
    return AttemptOwner.of(context.owner())
        .map(agent -> orchestrator.get().attempts().context(agent.attemptId()).project().id())
        .map(project -> board.taskIdIn(project, text))
        .orElseGet(() -> board.taskId(text))
        .toString();
  }
}
