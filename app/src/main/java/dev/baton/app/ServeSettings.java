package dev.baton.app;

import dev.baton.mcp.transport.HttpOptions;
import dev.baton.orchestrator.dispatch.RunLimits;
import dev.baton.task.jdbc.Database;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a server of a data directory is told.
 *
 * @param database the address of another database than the one in the directory
 * @param coreToolsOnly if only the tools of the specified list are served
 * @param workflows further directories with workflow files
 */
record ServeSettings(
    DataDirectory directory,
    HttpOptions http,
    Optional<String> database,
    boolean coreToolsOnly,
    RunLimits runLimits,
    List<Path> workflows) {
  static final String DATABASE_FILE = "baton.db";

  ServeSettings {
    workflows = List.copyOf(workflows);
  }

  Database openDatabase() {
    return database
        .map(Database::open)
        .orElseGet(() -> Database.open(directory.file(DATABASE_FILE)));
  }

  List<Path> workflowFolders() {
    return Stream.concat(Stream.of(directory.file("workflows")), workflows.stream()).toList();
  }
}
