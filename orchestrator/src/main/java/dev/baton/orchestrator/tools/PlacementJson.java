package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.Placement;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The place that a task is to get in its column, as callers say it. */
final class PlacementJson {
  static final String FIELD = "position";

  /** The form of the field, at the root of a schema. */
  static final ObjectNode RULE =
      Json.parseObject(
          """
          {"dependentSchemas": {"position": {"properties": {"position": {"anyOf": [
            {"enum": ["top", "bottom"]},
            {"type": "object", "maxProperties": 1, "minProperties": 1,
             "additionalProperties": false,
             "properties": {"before": {"type": "string", "description": "Task that it stands above"},
                            "after": {"type": "string", "description": "Task that it stands below"}}}]}}}}}\
          """);

  private PlacementJson() {}

  /** Refuses a form that means nothing. */
  static void check(ObjectNode arguments) {
    var position = arguments.path(FIELD);
    if (!position.isMissingNode() && !position.isNull() && find(position).isEmpty()) {
      throw ToolFailure.invalid(
          "/" + FIELD,
          "position is %s, which says no place in a column".formatted(position),
          "Repeat the call with top, bottom, {\"before\": task_id} or {\"after\": task_id} in"
              + " position; a number stands in quotation marks, such as {\"before\": \"5\"}");
    }
  }

  static Placement read(JsonNode position) {
    return find(position).orElseThrow();
  }

  /** The other task, if the place is beside one. */
  static Optional<UUID> findNeighbour(ObjectNode arguments) {
    return find(arguments.path(FIELD))
        .flatMap(
            placement ->
                switch (placement) {
                  case Placement.Top _, Placement.Bottom _, Placement.Near _ -> Optional.empty();
                  case Placement.Before(var taskId) -> Optional.of(taskId);
                  case Placement.After(var taskId) -> Optional.of(taskId);
                });
  }

  private static Optional<Placement> find(JsonNode position) {
    if (position.isString()) {
      return switch (position.asString()) {
        case "top" -> Optional.of(new Placement.Top());
        case "bottom" -> Optional.of(new Placement.Bottom());
        default -> Optional.empty();
      };
    }
    return position.size() != 1
        ? Optional.empty()
        : findId(position.path("before"))
            .<Placement>map(Placement.Before::new)
            .or(() -> findId(position.path("after")).map(Placement.After::new));
  }

  private static Optional<UUID> findId(JsonNode text) {
    try {
      // why compared: what is accepted here has the form of an id, not a part of it
      return text.asStringOpt()
          .map(UUID::fromString)
          .filter(id -> id.toString().equalsIgnoreCase(text.asString()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
