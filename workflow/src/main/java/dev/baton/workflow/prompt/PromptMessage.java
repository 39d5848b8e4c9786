package dev.baton.workflow.prompt;

import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;

/**
 * A message of a prompt: who says what. Immutable, thread safe.
 *
 * {@snippet file="dev/baton/workflow/ContentExamplesTest.java" region="messages"}
 */
public record PromptMessage(PromptRole role, PromptContent content) {
  /** Says a text, as the user. */
  public static PromptMessage user(String text) {
    return user(PromptContent.text(text));
  }

  /** Shows a tool of this server, as the user. */
  public static PromptMessage user(ToolHandle<?, ?> tool) {
    return user(PromptContent.tool(tool));
  }

  /** Shows a resource of this server, as the user. */
  public static PromptMessage user(ResourceHandle resource) {
    return user(PromptContent.resource(resource));
  }

  /** Says anything, as the user. */
  public static PromptMessage user(PromptContent content) {
    return new PromptMessage(PromptRole.USER, content);
  }

  /** Says a text, as the assistant. */
  public static PromptMessage assistant(String text) {
    return assistant(PromptContent.text(text));
  }

  /** Shows a tool of this server, as the assistant. */
  public static PromptMessage assistant(ToolHandle<?, ?> tool) {
    return assistant(PromptContent.tool(tool));
  }

  /** Shows a resource of this server, as the assistant. */
  public static PromptMessage assistant(ResourceHandle resource) {
    return assistant(PromptContent.resource(resource));
  }

  /** Says anything, as the assistant. */
  public static PromptMessage assistant(PromptContent content) {
    return new PromptMessage(PromptRole.ASSISTANT, content);
  }
}
