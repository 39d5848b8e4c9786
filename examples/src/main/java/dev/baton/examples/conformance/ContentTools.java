package dev.baton.examples.conformance;

import dev.baton.examples.conformance.ConformanceServer.Nothing;
import dev.baton.mcp.protocol.Content;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.McpHeader;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolHandler;
import dev.baton.mcp.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;

/** Tools that answer with each kind of content, and tell things on the way. */
final class ContentTools {
  static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
  private static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=";
  private static final Duration BETWEEN = Duration.ofMillis(50);

  private static final String EVERY_KEYWORD =
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema",
       "type": "object",
       "$defs": {"address": {"$anchor": "addressDef", "type": "object",
         "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
       "properties": {
         "name": {"type": "string"},
         "address": {"$ref": "#/$defs/address"},
         "contactMethod": {"type": "string", "enum": ["phone", "email"]},
         "phone": {"type": "string"},
         "email": {"type": "string"}},
       "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
       "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
       "then": {"required": ["phone"]},
       "else": {"required": ["email"]},
       "additionalProperties": false}
      """;

  record Region(@Description("Where to run") @McpHeader("Region") String region) {}

  private ContentTools() {}

  static List<Tool<?, ?>> all() {
    return List.of(
        answering("test_simple_text", "Answers with text", simpleText()),
        answering("test_image_content", "Answers with an image", image()),
        answering(
            "test_audio_content", "Answers with a sound", new Content.Audio(WAV, "audio/wav")),
        answering("test_embedded_resource", "Answers with a resource", resource("embedded")),
        answering(
            "test_multiple_content_types",
            "Answers with text, an image and a resource",
            Content.text("Multiple content types test:"),
            image(),
            resource("mixed-content")),
        tool(
            "test_error_handling",
            "Always fails",
            (nothing, context) ->
                ToolResult.error("This tool intentionally returns an error for testing")),
        tool("test_tool_with_progress", "Tells its progress", ContentTools::progress),
        tool("test_tool_with_logging", "Logs while it works", ContentTools::log),
        tool("test_logging_tool", "Logs once", ContentTools::logOnce),
        Tool.withSchema("json_schema_2020_12_tool", Json.parseObject(EVERY_KEYWORD))
            .description("Takes arguments that a rich schema describes")
            .handler((arguments, context) -> ToolResult.text("Got " + arguments)),
        Tool.named("test_x_mcp_header", Region.class)
            .description("Takes an argument that HTTP repeats in a header")
            .handler((input, context) -> ToolResult.text("Region " + input.region())));
  }

  static Tool<Nothing, ToolResult> tool(
      String name, String description, ToolHandler<Nothing, ToolResult> handler) {
    return Tool.named(name, Nothing.class).description(description).handler(handler);
  }

  private static Tool<?, ?> answering(String name, String description, Content... content) {
    return Tool.named(name, Nothing.class)
        .description(description)
        .readOnly()
        .handler((nothing, context) -> ToolResult.of(content));
  }

  private static Content simpleText() {
    return Content.text("This is a simple text response for testing.");
  }

  private static Content image() {
    return new Content.Image(PNG, "image/png");
  }

  private static Content resource(String kind) {
    return new Content.EmbeddedResource(
        ResourceContents.text(
            "test://%s-resource".formatted(kind),
            "text/plain",
            "This is an embedded resource content."));
  }

  private static ToolResult progress(Nothing nothing, RequestContext context)
      throws InterruptedException {
    for (var done : List.of(0, 50, 100)) {
      context.progress(done, 100, "Completed step %d of 100".formatted(done));
      Thread.sleep(BETWEEN);
    }
    return ToolResult.text("Done");
  }

  private static ToolResult log(Nothing nothing, RequestContext context)
      throws InterruptedException {
    for (var text :
        List.of("Tool execution started", "Tool processing data", "Tool execution completed")) {
      context.log(LogLevel.INFO, "conformance", JsonNodeFactory.instance.stringNode(text));
      Thread.sleep(BETWEEN);
    }
    return ToolResult.text("Tool with logging executed successfully");
  }

  private static ToolResult logOnce(Nothing nothing, RequestContext context) {
    context.log(LogLevel.INFO, "conformance", JsonNodeFactory.instance.stringNode("Logged"));
    return ToolResult.text("Logged, if that was asked for");
  }
}
