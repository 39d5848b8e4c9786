package dev.baton.app.web;

import dev.baton.app.web.frame.Visit;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.planning.Board;
import java.util.function.BiFunction;

/** Addresses that name a task by its number, such as {@code shop%2341}. Thread safe. */
final class NumberedTasks {
  private static final String TASK = "task";
  private static final String PLACE = "{" + TASK + "}";

  private final Board board;
  private final BiFunction<Route.Request, ToolFailure, Route.Response> refusal;

  /**
   * The tasks of a board.
   *
   * @param refusal the page that says that no task is called so
   */
  NumberedTasks(Board board, BiFunction<Route.Request, ToolFailure, Route.Response> refusal) {
    this.board = board;
    this.refusal = refusal;
  }

  /** The same, which finds a task by its number, too: a page is shown at its own address. */
  Route resolved(Route route) {
    return route.path().contains(PLACE) ? route.with(request -> answer(route, request)) : route;
  }

  private Route.Response answer(Route route, Route.Request request) throws Exception {
    // why: what no agent may see answers for itself
    if (Visit.id(request.variable(TASK)).isPresent() || AttemptOwner.is(request.owner())) {
      return route.handler().handle(request);
    }
    String id;
    try {
      id = board.taskId(request.decoded(TASK)).toString();
    } catch (ToolFailure failure) {
      // why: the page itself answers to what is neither an id nor a number
      return failure.code().equals(FailureCode.INVALID_ARGUMENT)
          ? route.handler().handle(request)
          : refusal.apply(request, failure);
    }
    return route.method().equals("GET")
        ? Route.Response.seeOther(route.path().replace(PLACE, id) + request.query().query())
        : route.handler().handle(request.withVariable(TASK, id));
  }
}
