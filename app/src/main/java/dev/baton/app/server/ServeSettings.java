package dev.baton.app.server;

import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.Configuration;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.Build;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.orchestrator.fleet.NodeSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The settings with which a server of a data directory starts.
 *
 * @param coreToolsOnly if models get only the tools of the specified list
 * @param node what it is among those that share its database, as far as the command says it
 * @param source where the configuration can be read again
 */
public record ServeSettings(
    DataDirectory directory,
    HttpOptions http,
    boolean coreToolsOnly,
    ConfigSource source,
    Configuration configuration,
    NodeSetup node) {
  /** A server for the program's own use: at a free port, with what the directory says alone. */
  public static ServeSettings ofOwn(DataDirectory directory, boolean coreToolsOnly)
      throws IOException {
    var source = new ConfigSource(directory, Map.of(), List.of());
    return new ServeSettings(
        directory,
        HttpOptions.loopback(0),
        coreToolsOnly,
        source,
        source.require(),
        NodeSetup.SERVER);
  }

  /** What it is among those that share its database. */
  NodeSetup nodeSetup() throws IOException {
    return node.withVersion(Build.version()).withPatience(configuration.nodePatience());
  }

  /** Where the workflow files of the server are. */
  public List<Path> workflowFolders() {
    return Stream.concat(Stream.of(directory.file("workflows")), configuration.workflows().stream())
        .toList();
  }
}
