package dev.baton.app.workflows;

import dev.baton.app.program.Build;
import dev.baton.examples.Examples;
import dev.baton.mcp.internal.catalog.CatalogPart;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import dev.baton.workflow.ServerCatalog;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The servers of this program by name, as far as a workflow can refer to them; none has to run. */
public final class KnownServers {
  /** The server that {@code baton serve} starts. */
  public static final String BOARD = "board";

  private KnownServers() {}

  public static List<String> names() {
    return Stream.concat(Stream.of(BOARD), Examples.names().stream()).toList();
  }

  /** What the server of this name has. */
  public static Optional<ServerCatalog> find(String name) throws IOException {
    var seen = new CatalogPart();
    if (name.equals(BOARD)) {
      board().part(seen).build().close();
      return Optional.of(seen.catalog());
    }
    return Examples.find(name)
        .map(
            example -> {
              example.start(builder -> builder.part(seen)).close();
              return seen.catalog();
            });
  }

  private static McpServerBuilder board() throws IOException {
    var builder = McpServer.named("baton", Build.version()).part(BuiltInWorkflows.all());
    Operations.described().stream()
        .filter(Operation::isTool)
        .forEach(operation -> builder.tool(operation.tool()));
    return builder;
  }
}
