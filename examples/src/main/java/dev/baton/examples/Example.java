package dev.baton.examples;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import java.util.function.UnaryOperator;

/** An example server that can be started. */
@FunctionalInterface
public interface Example {
  /**
   * Starts the server. Whoever starts it closes it.
   *
   * @param surroundings adds what the example itself does not decide, such as who watches
   */
  McpServer start(UnaryOperator<McpServerBuilder> surroundings);
}
