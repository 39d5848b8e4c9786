package dev.baton.app.server;

import dev.baton.mcp.internal.call.PlainRequest;
import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.MessageReader;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.tools.Endpoint;
import dev.baton.orchestrator.tools.Operation;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The operations over plain HTTP. */
final class BoardRoutes {
  private BoardRoutes() {}

  static List<Route> all(List<Operation> operations) {
    var routes = new ArrayList<Route>();
    for (var operation : operations) {
      for (var endpoint : operation.endpoints()) {
        routes.add(
            new Route("POST", endpoint.path(), request -> answer(operation, endpoint, request))
                .taking(operation.mostBytes()));
      }
    }
    return routes;
  }

  /** The same, but not for agents: it shows more than one project. */
  static Route forPeople(Route route) {
    return new Route(
        route.method(),
        route.path(),
        route.guard(),
        request ->
            AttemptOwner.is(request.owner())
                ? Route.Response.json(
                    403,
                    new ToolFailure(
                            FailureCode.INVALID_ARGUMENT,
                            "%s is for people".formatted(route.path()),
                            "Call get_context and the tools that read; an agent has no pages")
                        .toJson())
                : route.handler().handle(request));
  }

  private static Route.Response answer(
      Operation operation, Endpoint endpoint, Route.Request request) throws Exception {
    var tool = operation.findTool(request.owner());
    if (tool.isEmpty()) {
      return failure(missing(operation, request));
    }
    ObjectNode arguments;
    try {
      arguments = arguments(request);
    } catch (MalformedMessageException e) {
      return failure(
          new ToolFailure(
              FailureCode.INVALID_ARGUMENT,
              "The body is no JSON object (%s)".formatted(e.getMessage()),
              "Send the arguments of %s as a JSON object".formatted(operation.name())));
    }
    var result =
        tool.get().call(arguments, new PlainRequest(request.owner(), request.permit(), "http"));
    var json = result.structured().orElseGet(Json::object);
    if (result.isError()) {
      return Route.Response.json(status(json.path("code").asString("")), json);
    }
    return Route.Response.json(
        200, json instanceof ObjectNode object ? endpoint.answer(object) : json);
  }

  private static ToolFailure missing(Operation operation, Route.Request request) {
    return AttemptOwner.is(request.owner())
        ? new ToolFailure(
            FailureCode.NOT_FOUND,
            "There is no operation '%s' for this caller".formatted(operation.name()),
            "Call tools/list to see what there is")
        : new ToolFailure(
            FailureCode.NOT_FOUND,
            "%s is for agents: it tells the one that asks where it works"
                .formatted(operation.name()),
            "Call list_task_attempts, and get_attempt_status with an attempt_id from there");
  }

  private static ObjectNode arguments(Route.Request request) throws MalformedMessageException {
    var arguments = request.body().isBlank() ? Json.object() : MessageReader.object(request.body());
    // why: a number such as shop#41 comes as shop%2341
    request.variables().keySet().forEach(name -> arguments.put(name, request.decoded(name)));
    return arguments;
  }

  private static Route.Response failure(ToolFailure failure) {
    return Route.Response.json(status(failure.code().wireName()), failure.toJson());
  }

  private static int status(String code) {
    return switch (code) {
      case "not_found", "executor_not_found" -> 404;
      case "attempt_busy",
          "no_session",
          "session_lost",
          "target_dirty",
          "idempotency_conflict",
          "idempotency_in_progress",
          "git_conflict",
          "already_done",
          "attempt_failed",
          "blocked",
          "budget_exceeded" ->
          409;
      case "storage_unavailable", "executor_unavailable", "node_unavailable", "forge_unavailable" ->
          503;
      case "internal" -> 500;
      default -> 400;
    };
  }
}
