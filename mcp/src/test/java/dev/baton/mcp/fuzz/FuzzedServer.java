package dev.baton.mcp.fuzz;

import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.prompt.PromptArgument;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.request.CompletionSource;
import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.resource.ResourceTemplate;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.McpHeader;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.workflow.prompt.PromptMessage;
import java.util.List;
import java.util.Optional;

/** A server with something behind every method, none of which takes long. */
final class FuzzedServer {
  record Everything(
      @Description("A text") @McpHeader("Text") String text,
      @Description("A number") Optional<Integer> number,
      @Description("Some texts") Optional<List<String>> texts) {}

  private FuzzedServer() {}

  static McpServer start() {
    return McpServer.named("fuzzed", "1")
        .tool(
            Tool.named("echo", Everything.class)
                .description("Says what it was told")
                .handler((input, context) -> ToolResult.text(input.toString())))
        .tool(
            Tool.named("task", Everything.class)
                .description("The same as a task")
                .taskSupport(TaskSupport.PREFERRED)
                .handler((input, context) -> ToolResult.text(input.toString())))
        .tool(
            Tool.withSchema(
                    "any", Json.parseObject("{\"type\":\"object\",\"properties\":{\"a\":{}}}"))
                .description("Takes anything")
                .handler((arguments, context) -> ToolResult.structured(arguments)))
        .prompt(
            Prompt.named("prompt", "Asks something")
                .argument(
                    PromptArgument.required("topic", "What about")
                        .withCompletions(CompletionSource.of(List.of("a", "b"))))
                .messages(
                    (arguments, context) ->
                        List.of(PromptMessage.user("About " + arguments.get("topic")))))
        .resource(Resource.text("test://text", "Text", "text/plain", "A text"))
        .resourceTemplate(
            ResourceTemplate.of(
                "test://{id}/data",
                "Data",
                "Data by id",
                "text/plain",
                (uri, variables, context) ->
                    List.of(ResourceContents.text(uri, "text/plain", variables.toString()))))
        .build();
  }
}
