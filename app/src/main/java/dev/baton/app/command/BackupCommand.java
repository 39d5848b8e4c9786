package dev.baton.app.command;

import dev.baton.app.program.CommandFailure;
import dev.baton.app.server.ServeSettings;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.task.jdbc.Database;
import dev.baton.task.jdbc.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      "are there, and put the copy in the place of baton.db.",
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
      description = "The database, if it is not the file in the data directory.")
  private Optional<String> database = Optional.empty();

  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  BackupCommand(Map<String, String> environment) {
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException {
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

  private void copyTo(Path copy) {
    try (var source = Database.open(address())) {
      source.copyTo(copy);
    } catch (StorageException e) {
      throw new CommandFailure(FailureCode.STORAGE_UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }

  private String address() {
    if (database.filter(url -> url.startsWith("jdbc:postgresql:")).isPresent()) {
      throw new CommandFailure(
          "PostgreSQL has a program of its own for backups: use pg_dump with that database.");
    }
    var source =
        database.orElseGet(() -> data.directory().file(ServeSettings.DATABASE_FILE).toString());
    // why: to open a file that is not there would make it
    if (database.isEmpty() && !Files.exists(Path.of(source))) {
      throw new CommandFailure(
          FailureCode.NOT_FOUND,
          "There is no database in %s yet: a server makes it when it starts first."
              .formatted(data.directory()));
    }
    return source;
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
