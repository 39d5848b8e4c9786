package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolBuilder;

/** Begins every tool of the orchestrator: their texts reach git, programs and the database. */
final class BatonTool {
  private BatonTool() {}

  static <I, O> ToolBuilder<I, O> named(String name, Class<I> in, Class<O> out) {
    return Tool.named(name, in, out).plainText();
  }
}
