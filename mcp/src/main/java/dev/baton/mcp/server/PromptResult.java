package dev.baton.mcp.server;

import dev.baton.mcp.protocol.Json;
import dev.baton.workflow.PromptMessage;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What a prompt answers: messages, and facts for programs in {@code _meta}. */
public record PromptResult(List<PromptMessage> messages, ObjectNode meta) {
  public PromptResult {
    messages = List.copyOf(messages);
  }

  public static PromptResult of(List<PromptMessage> messages) {
    return new PromptResult(messages, Json.object());
  }
}
