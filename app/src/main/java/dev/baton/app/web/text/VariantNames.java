package dev.baton.app.web.text;

/** What the ways to run an agent mean for people who choose one. */
public final class VariantNames {
  private VariantNames() {}

  public static String of(String variant) {
    return switch (variant) {
      case "DEFAULT" -> "Default: edits files";
      case "NO_CONTEXT" -> "No context: new conversation";
      case "PLAN" -> "Plan: edits nothing";
      case "APPROVALS" -> "Approvals: asks you first";
      case "TRUSTED" -> "Trusted: runs any command, unasked";
      default -> AgentNames.of(variant);
    };
  }
}
