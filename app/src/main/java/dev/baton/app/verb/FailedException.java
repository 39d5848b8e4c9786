package dev.baton.app.verb;

import dev.baton.mcp.tool.ToolFailure;
import tools.jackson.databind.JsonNode;

/** An operation failed, and this is its envelope. */
final class FailedException extends RuntimeException {
  // why transient: no exception of a command line is ever written down
  private final transient JsonNode envelope;

  FailedException(JsonNode envelope) {
    super(envelope.path("message").asString(""));
    this.envelope = envelope;
  }

  FailedException(ToolFailure failure) {
    this(failure.toJson());
  }

  JsonNode envelope() {
    return envelope;
  }
}
