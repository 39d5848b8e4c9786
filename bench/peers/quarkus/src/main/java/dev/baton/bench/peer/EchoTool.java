package dev.baton.bench.peer;

import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;

/** The tool {@code echo}, which Quarkus finds and serves. */
public final class EchoTool {
  @Tool(name = "echo", description = "Answers with the text it is given")
  String echo(@ToolArg(description = "What to answer") String text) {
    return text;
  }
}
