package dev.baton.app.command.moving;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.ServerLock;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.config.ConfigSource;
import dev.baton.app.moving.BackupCopy;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton restore}: a copy of the database becomes the database. */
@Command(
    name = "restore",
    description = "Put a copy that 'baton backup' made in place, after checking it.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "It replaces nothing: a database that is there must be moved away first. The",
      "server must not run: 'baton stop'. On PostgreSQL use pg_restore.",
      "",
      "Examples:",
      "  baton restore board-monday.db",
      "  baton restore board-monday.db --data-dir ~/other"
    })
public final class RestoreCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "A copy that 'baton backup' made.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  public RestoreCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    LocalToken.requireUser(data.directory(), environment);
    var copy = BackupCopy.at(file);
    var place = place();
    try (var _ = ServerLock.take(data.directory(), "restoring")) {
      requireFree(place);
      copy.check();
      copy.putAt(place);
    }
    var out = spec.commandLine().getOut();
    out.println(
        json
            ? Json.object()
                .put("database", place.toString())
                .put("bytes", Files.size(place))
                .toString()
            : "%s is now the database of %s; the next command starts a server on it."
                .formatted(copy, data.directory()));
    out.flush();
    return ExitCode.OK;
  }

  private Path place() throws IOException {
    var database = new ConfigSource(data.directory(), environment, List.of()).require().database();
    return database
        .address()
        .file()
        .orElseThrow(
            () ->
                new CommandFailure(
                    "The database is %s, and PostgreSQL has a program of its own for this: use pg_restore --clean --if-exists with what pg_dump wrote, while no server runs."
                        .formatted(database.words())));
  }

  private void requireFree(Path place) {
    for (var beside : List.of("", "-wal", "-shm")) {
      var there = place.resolveSibling(place.getFileName() + beside);
      if (Files.exists(there)) {
        throw new CommandFailure(
            FailureCode.ALREADY_DONE,
            "%s is there, and a restore replaces nothing: move %s and what is named alike away, for example with 'mkdir old && mv %s* old/', then repeat this."
                .formatted(there, place, place));
      }
    }
  }
}
