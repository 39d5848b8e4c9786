package dev.baton.app.command.moving;

import dev.baton.app.command.base.Version;
import dev.baton.app.config.DatabaseChoice;
import dev.baton.app.config.Origin;
import dev.baton.app.connect.ShellWords;
import dev.baton.app.program.CommandFailure;
import dev.baton.database.Database;
import dev.baton.database.DatabaseAddress;
import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** {@code baton backup}: a consistent copy of the database, with or without a running server. */
@Command(
    name = "backup",
    description = "Copy the database to a new file, also while a server runs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "'baton restore' puts it in place again. On PostgreSQL it says how to run",
      "pg_dump instead.",
      "",
      "Examples:",
      "  baton backup board-monday.db",
      "  baton backup board-monday.db --json"
    })
public final class BackupCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Where the copy goes; it must not exist.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final BoardOption board;

  @Spec private CommandSpec spec = CommandSpec.create();

  public BackupCommand(Map<String, String> environment) {
    this.board = new BoardOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    var source = board.open().choice();
    var copy = BoardOption.newFile(file, "a backup");
    copyTo(copy, address(source, copy));
    tell(copy, Files.size(copy));
    return ExitCode.OK;
  }

  private static void copyTo(Path copy, DatabaseAddress address) throws IOException {
    try (var source = Database.open(address)) {
      source.copyTo(copy);
    } catch (StorageException e) {
      throw new CommandFailure(FailureCode.STORAGE_UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }

  private DatabaseAddress address(DatabaseChoice source, Path copy) {
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
                  .formatted(board.directory())
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
