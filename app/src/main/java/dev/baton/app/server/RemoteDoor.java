package dev.baton.app.server;

import dev.baton.app.web.Site;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.orchestrator.remote.RemoteAnswer;
import dev.baton.orchestrator.remote.RemoteCalls;
import dev.baton.orchestrator.remote.RemoteOperations;
import dev.baton.orchestrator.remote.RemoteOperations.RemoteOperation;
import dev.baton.orchestrator.tools.Operation;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Does for other nodes what they ask of this one: the same operations and pages. Thread safe. */
record RemoteDoor(List<Operation> operations, Site site) implements RemoteCalls.Answerer {
  RemoteDoor {
    operations = List.copyOf(operations);
  }

  @Override
  public ObjectNode answer(ObjectNode request) throws Exception {
    var operation = RemoteOperations.find(request);
    if (operation.isPresent()) {
      return RemoteAnswer.of(call(operation.get()));
    }
    var page = site.answer(request);
    return page.orElseGet(() -> RemoteAnswer.of(unknown("this request")));
  }

  private ToolResult call(RemoteOperation asked) throws Exception {
    for (var operation : operations) {
      var tool = asked.isOperator() ? operation.operatorTool() : operation.tool();
      if (tool.name().equals(asked.name())) {
        // why as they are: the server that was asked knows which tools its caller has
        return tool.withHints((hint, _) -> hint).call(asked.arguments(), asked.context());
      }
    }
    return unknown("operation '%s'".formatted(asked.name()));
  }

  private static ToolResult unknown(String what) {
    return ToolResult.failure(
        new ToolFailure(
            FailureCode.INTERNAL,
            "The node that has the attempt does not know %s; it is of another version"
                .formatted(what),
            "Bring all nodes to the same version, then repeat the call"));
  }
}
