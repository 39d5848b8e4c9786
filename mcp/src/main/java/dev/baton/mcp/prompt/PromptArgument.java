package dev.baton.mcp.prompt;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.CompletionSource;
import tools.jackson.databind.node.ObjectNode;

/** An argument of a prompt; its completions are empty unless a source is given. */
public record PromptArgument(
    String name, String description, boolean isRequired, CompletionSource completions) {
  public static PromptArgument required(String name, String description) {
    return new PromptArgument(name, description, true, CompletionSource.NONE);
  }

  public static PromptArgument optional(String name, String description) {
    return new PromptArgument(name, description, false, CompletionSource.NONE);
  }

  public PromptArgument withCompletions(CompletionSource source) {
    return new PromptArgument(name, description, isRequired, source);
  }

  ObjectNode describe() {
    return Json.object()
        .put("name", name)
        .put("description", description)
        .put("required", isRequired);
  }
}
