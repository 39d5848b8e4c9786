package dev.baton.app.command;

import dev.baton.app.program.Shutdown;
import dev.baton.examples.Example;
import dev.baton.examples.Examples;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.mcp.transport.StdioTransport;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Serves an example over standard input and output. */
public final class StandardStreams {
  private StandardStreams() {}

  /**
   * The example that a command line asks for which says nothing else, {@code example NAME}. An MCP
   * client starts a server like that and waits; reading it here saves the third of a second that
   * the command line's library takes to load.
   */
  public static Optional<Example> plainlyAskedFor(String[] args, Map<String, String> environment) {
    return args.length == 2
            && args[0].equals("example")
            && environment.getOrDefault("BATON_HOME", "").isBlank()
        ? Examples.find(args[1])
        : Optional.empty();
  }

  public static void serve(Example example, UnaryOperator<McpServerBuilder> surroundings)
      throws IOException {
    try (var server = example.start(surroundings);
        var _ = Shutdown.with(server::close)) {
      StdioTransport.serveStandardStreams(server);
    }
  }
}
