package dev.baton.mcp.transport;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Refusals of a program that answers with envelopes beside MCP. */
final class EnvelopeRefusals implements Refusals {
  static final String WRONG_LINK = "This link is old; ask for another";

  @Override
  public String invalidLink() {
    return WRONG_LINK;
  }

  @Override
  public Optional<String> findPage(String path, int status, String problem) {
    return Optional.of("page " + status).filter(_ -> !path.startsWith("/api/"));
  }

  @Override
  public ObjectNode body(String path, int status, String problem) {
    return path.startsWith("/api/")
        ? new ToolFailure(code(status), problem, "Look at the status").toJson()
        : Refusals.super.body(path, status, problem);
  }

  private static FailureCode code(int status) {
    return status == 429 ? FailureCode.BUSY : FailureCode.INVALID_ARGUMENT;
  }
}
