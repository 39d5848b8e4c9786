package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;

/** Texts that must say something. */
final class RequiredText {
  private RequiredText() {}

  static String of(String field, String text) {
    if (text.isBlank()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "%s is blank".formatted(field),
          "Repeat the call with some text in %s".formatted(field));
    }
    return text;
  }
}
