package dev.baton.mcp.transport;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import java.io.IOException;

/** A program that serves its standard streams and prints where it should not. */
final class PrintingServer {
  private PrintingServer() {}

  public static void main(String[] arguments) throws IOException {
    var chatter =
        Tool.withSchema("chatter", Json.parseObject("{\"type\": \"object\"}"))
            .description("Prints to standard output")
            .handler(
                (in, context) -> {
                  System.out.println("this is no protocol message");
                  System.out.flush();
                  return ToolResult.text("done");
                });
    try (var server = McpServer.named("printing", "1").tool(chatter).build()) {
      StdioTransport.serveStandardStreams(server);
    }
  }
}
