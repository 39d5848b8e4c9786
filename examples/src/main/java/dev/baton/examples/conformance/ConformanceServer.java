package dev.baton.examples.conformance;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import java.util.function.UnaryOperator;

/** Puts the fixtures together. */
public final class ConformanceServer {
  /** An input that has no fields. */
  record Nothing() {}

  private ConformanceServer() {}

  /** A running server with everything that the suite looks for. */
  public static McpServer start(UnaryOperator<McpServerBuilder> surroundings) {
    var builder =
        surroundings
            .apply(McpServer.named("baton-conformance", "0.1.0"))
            .withInstructions("The fixture server of the official conformance suite");
    ContentTools.all().forEach(builder::tool);
    StructuredTools.all().forEach(builder::tool);
    HandshakeTools.all().forEach(builder::tool);
    QuestionTools.all().forEach(builder::tool);
    TaskTools.all().forEach(builder::tool);
    FixturePrompts.all().forEach(builder::prompt);
    FixtureResources.all().forEach(builder::resource);
    builder.resourceTemplate(FixtureResources.template());
    var server = builder.build();
    server.addTool(trigger("test_trigger_tool_change", "tools", server::announceToolsChanged));
    server.addTool(
        trigger("test_trigger_prompt_change", "prompts", server::announcePromptsChanged));
    return server;
  }

  private static Tool<?, ?> trigger(String name, String what, Runnable announce) {
    return Tool.named(name, Nothing.class)
        .description("Tells every listener that the list of %s has changed".formatted(what))
        .handler(
            (nothing, context) -> {
              announce.run();
              return ToolResult.text("Announced a change of the " + what);
            });
  }
}
