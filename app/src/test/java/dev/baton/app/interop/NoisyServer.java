package dev.baton.app.interop;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.StdioTransport;
import java.io.IOException;

/** A server over standard streams with a tool that prints where it must not. */
public final class NoisyServer {
  public static final String NOISE = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"noise\"}";

  private record Nothing() {}

  private NoisyServer() {}

  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws IOException {
    var shout =
        Tool.named("shout", Nothing.class)
            .description("Prints to standard output")
            .handler(
                (_, _) -> {
                  System.out.println(NOISE);
                  return ToolResult.text("done");
                });
    try (var server = McpServer.named("noisy", "1").tool(shout).build()) {
      StdioTransport.serveStandardStreams(server);
    }
  }
}
