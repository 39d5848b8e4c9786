package dev.baton.mcp.prompt;

import dev.baton.mcp.protocol.Json;
import dev.baton.workflow.prompt.PromptMessage;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer of a prompt: messages, and facts for programs in {@code _meta}.
 *
 * @param description of this result; without it, the prompt's own
 */
public record PromptResult(
    Optional<String> description, List<PromptMessage> messages, ObjectNode meta) {
  public PromptResult {
    messages = List.copyOf(messages);
  }

  public PromptResult(List<PromptMessage> messages, ObjectNode meta) {
    this(Optional.empty(), messages, meta);
  }

  public static PromptResult of(List<PromptMessage> messages) {
    return new PromptResult(messages, Json.object());
  }

  /** The same with a description of its own. */
  public PromptResult describedAs(String text) {
    return new PromptResult(Optional.of(text), messages, meta);
  }
}
