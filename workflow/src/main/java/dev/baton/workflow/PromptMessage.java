package dev.baton.workflow;

/**
 * A message of a prompt: who says what. Immutable, thread safe.
 *
 * {@snippet file="dev/baton/workflow/ContentExamplesTest.java" region="messages"}
 */
public record PromptMessage(PromptRole role, PromptContent content) {
  public static PromptMessage user(String text) {
    return user(PromptContent.text(text));
  }

  public static PromptMessage user(ToolHandle<?, ?> tool) {
    return user(PromptContent.tool(tool));
  }

  public static PromptMessage user(ResourceHandle resource) {
    return user(PromptContent.resource(resource));
  }

  public static PromptMessage user(PromptContent content) {
    return new PromptMessage(PromptRole.USER, content);
  }

  public static PromptMessage assistant(String text) {
    return assistant(PromptContent.text(text));
  }

  public static PromptMessage assistant(ToolHandle<?, ?> tool) {
    return assistant(PromptContent.tool(tool));
  }

  public static PromptMessage assistant(ResourceHandle resource) {
    return assistant(PromptContent.resource(resource));
  }

  public static PromptMessage assistant(PromptContent content) {
    return new PromptMessage(PromptRole.ASSISTANT, content);
  }
}
