package dev.baton.examples;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.ServerObserver;

/** An example server that can be started. */
@FunctionalInterface
public interface Example {
  /** Starts the server, watched by the observer. Whoever starts it closes it. */
  McpServer start(ServerObserver observer);
}
