package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.config.ConfigFlag;
import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.DatabaseChoice;
import dev.baton.app.config.Origin;
import dev.baton.app.connect.ShellWords;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.task.jdbc.Database;
import dev.baton.task.jdbc.DatabaseAddress;
import dev.baton.task.jdbc.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton backup}: a consistent copy of the database, with or without a running server. */
@Command(
    name = "backup",
    description = "Copy the database to a new file, also while a server runs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "To restore it, stop the server, delete baton.db-wal and baton.db-shm if they",
      "are there, and put the copy in the place of baton.db. On PostgreSQL it says",
      "how to run pg_dump instead.",
      "",
      "Examples:",
      "  baton backup board-monday.db",
      "  baton backup board-monday.db --json"
    })
final class BackupCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Where the copy goes; it must not exist.")
  private Path file = Path.of("");

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "The database, if it is not that of the data directory.")
  private Optional<String> database = Optional.empty();

  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  BackupCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    LocalToken.requireUser(data.directory(), environment);
    var copy = file.toAbsolutePath().normalize();
    if (Files.exists(copy)) {
      throw new CommandFailure(
          FailureCode.ALREADY_DONE,
          "%s exists already, and a backup replaces nothing: choose another name.".formatted(copy));
    }
    if (copy.getParent() == null || !Files.isDirectory(copy.getParent())) {
      throw new CommandFailure(
          "%s is in no directory: make %s first.".formatted(copy, copy.getParent()));
    }
    copyTo(copy);
    tell(copy, Files.size(copy));
    return ExitCode.OK;
  }

  private void copyTo(Path copy) throws IOException {
    try (var source = Database.open(address(copy))) {
      source.copyTo(copy);
    } catch (StorageException e) {
      throw new CommandFailure(FailureCode.STORAGE_UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }

  private DatabaseAddress address(Path copy) throws IOException {
    var flags = database.map(ConfigFlag::database).stream().toList();
    var source = new ConfigSource(data.directory(), environment, flags).require().database();
    source
        .address()
        .programOptions()
        .ifPresent(
            options -> {
              throw new CommandFailure(useOwnProgram(source, options, copy));
            });
    // why: to open a file that is not there would make it
    if (source.address().file().filter(Files::exists).isEmpty()) {
      throw new CommandFailure(
          FailureCode.NOT_FOUND,
          source.origin() instanceof Origin.Standard
              ? "There is no database in %s yet: a server makes it when it starts first."
                  .formatted(data.directory())
              : "There is no database %s (%s): name another with --db."
                  .formatted(source.address(), source.origin().words()));
    }
    return source.address();
  }

  private static String useOwnProgram(DatabaseChoice source, List<String> options, Path copy) {
    var command = new ArrayList<>(List.of("pg_dump"));
    command.addAll(options);
    command.addAll(List.of("--format=custom", "--file=" + copy));
    return "The database is %s, and PostgreSQL has a program of its own for backups: use pg_dump. Run: %s; it asks for the password, or takes it from PGPASSWORD or ~/.pgpass. pg_restore reads the copy."
        .formatted(source.words(), ShellWords.join(command));
  }

  private void tell(Path copy, long bytes) {
    var out = spec.commandLine().getOut();
    out.println(
        json
            ? Json.object().put("file", copy.toString()).put("bytes", bytes).toString()
            : "Copied the database to %s (%d KiB).".formatted(copy, (bytes + 1023) / 1024));
    out.flush();
  }
}
