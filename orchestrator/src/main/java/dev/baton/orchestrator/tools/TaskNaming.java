package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.ToolBuilder;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.planning.BoardReference;
import dev.baton.orchestrator.planning.BoardReference.Kind;
import dev.baton.orchestrator.planning.BoardReference.Place;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lets callers name a task by its number wherever a tool takes its id. */
record TaskNaming(Supplier<Orchestrator> orchestrator) {
  private static final String TASK = "task_id";
  private static final Pattern NUMBER = Pattern.compile("#?[0-9]{1,18}");

  /** The tool, which takes numbers for {@code task_id} and for a neighbour in a column. */
  static <I, O> ToolBuilder<I, O> in(ToolBuilder<I, O> tool, Supplier<Orchestrator> orchestrator) {
    return tool.naming(TASK).completing(new TaskNaming(orchestrator)::complete);
  }

  private ObjectNode complete(ObjectNode arguments, RequestContext context) {
    var complete = arguments.deepCopy();
    name(complete, "", TASK, text -> id(text, findProject(context)));
    if (complete.path(PlacementJson.FIELD) instanceof ObjectNode position) {
      List.of("before", "after")
          .forEach(
              field -> {
                if (position.path(field).isNull()) {
                  position.remove(field);
                }
                name(
                    position,
                    "/" + PlacementJson.FIELD,
                    field,
                    text -> neighbour(text, complete.path(TASK), context));
              });
    }
    return complete;
  }

  private static void name(
      ObjectNode object, String place, String field, Function<String, UUID> id) {
    if (object.path(field).isString()) {
      try {
        object.put(field, id.apply(object.path(field).asString()).toString());
      } catch (ToolFailure e) {
        throw e.at(place + "/" + field);
      } catch (RuntimeException e) {
        throw CallFailures.of(e);
      }
    }
  }

  /** The project that a caller has alone: others do not exist for an agent. */
  private Optional<UUID> findProject(RequestContext context) {
    return AttemptOwner.of(context.owner())
        .map(agent -> orchestrator.get().attempts().context(agent.attemptId()).project().id());
  }

  private UUID id(String text, Optional<UUID> project) {
    var board = orchestrator.get().board();
    return project.map(own -> board.taskIdIn(own, text)).orElseGet(() -> board.taskId(text));
  }

  /** A number alone means a task in the project of the one that is moved. */
  private UUID neighbour(String text, JsonNode moved, RequestContext context) {
    return id(
        text,
        findProject(context)
            .or(() -> NUMBER.matcher(text).matches() ? projectOf(moved) : Optional.empty()));
  }

  private Optional<UUID> projectOf(JsonNode task) {
    return Optional.of(task)
        .filter(JsonNode::isString)
        .map(id -> new BoardReference(Kind.TASK, UUID.fromString(id.asString())))
        .flatMap(orchestrator.get().board()::findPlace)
        .map(Place::projectId);
  }
}
