package dev.baton.workflow.prompt;

import java.util.Locale;

/** Who says a message. MCP knows no third. */
public enum PromptRole {
  USER,
  ASSISTANT;

  /** The name on the wire, such as {@code user}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The role of this name. {@code system}, which other libraries have, becomes the user: MCP has no
   * such role.
   *
   * @throws IllegalArgumentException for any other name
   */
  public static PromptRole of(String wireName) {
    return switch (wireName) {
      case "user", "system" -> USER;
      case "assistant" -> ASSISTANT;
      default ->
          throw new IllegalArgumentException(
              "Unknown role '%s'; allowed: user, assistant, and system, which becomes user"
                  .formatted(wireName));
    };
  }
}
