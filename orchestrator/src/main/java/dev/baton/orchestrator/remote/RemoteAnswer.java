package dev.baton.orchestrator.remote;

import dev.baton.mcp.protocol.Content;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The result of a tool on its way from node to node. */
public final class RemoteAnswer {
  private static final String STRUCTURED = "structuredContent";
  private static final String IS_ERROR = "isError";

  private RemoteAnswer() {}

  public static ObjectNode of(ToolResult result) {
    return Json.object()
        .put(IS_ERROR, result.isError())
        .set(STRUCTURED, result.structured().orElseGet(Json::object));
  }

  /** What the other node answered, as if it had been answered here. */
  public static ToolResult read(ObjectNode answer) {
    var structured = answer.path(STRUCTURED);
    return new ToolResult(
        List.of(Content.text(structured.toString())),
        Optional.of(structured),
        answer.path(IS_ERROR).asBoolean(false),
        Json.object());
  }

  static ObjectNode failed() {
    return of(
        ToolResult.failure(
            new ToolFailure(
                FailureCode.INTERNAL,
                "The call failed inside the node that has the attempt; its log says why",
                "Call get_attempt_status to see what was done, and tell the user")));
  }

  static ObjectNode lost() {
    return of(
        ToolResult.failure(
            new ToolFailure(
                BoardFailureCode.NODE_UNAVAILABLE,
                "The node that has the attempt was ended while it worked on the call",
                "It may have been done: call get_attempt_status, then repeat the call if it is"
                    + " still needed")));
  }
}
