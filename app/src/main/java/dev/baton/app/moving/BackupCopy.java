package dev.baton.app.moving;

import dev.baton.app.program.CommandFailure;
import dev.baton.database.Database;
import dev.baton.database.StorageException;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transfer.PassingDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;

/** A copy of a database that was made by a backup. It is read and never written. */
public final class BackupCopy {
  private static final String DRAFT = ".restoring";

  private final Path file;

  private BackupCopy(Path file) {
    this.file = file;
  }

  /** The copy in a file that must be there. */
  public static BackupCopy at(Path file) {
    var copy = file.toAbsolutePath().normalize();
    if (!Files.isRegularFile(copy)) {
      throw new CommandFailure(
          FailureCode.NOT_FOUND,
          "There is no file %s: name a copy that 'baton backup' made.".formatted(copy));
    }
    return new BackupCopy(copy);
  }

  /**
   * Looks whether it is whole, and a database of this program or an older one.
   *
   * @throws CommandFailure if it is not
   */
  public void check() throws IOException {
    // why: to open a database writes beside it, and to open an older one brings it up to date
    try (var directory = PassingDirectory.make("baton-restore")) {
      checkAt(directory.path().resolve("copy.db"));
    }
  }

  private void checkAt(Path trial) throws IOException {
    try {
      Files.copy(file, trial);
      try (var database = Database.open(trial)) {
        var state = database.read(BackupCopy::check);
        if (!state.equals("ok")) {
          throw new CommandFailure(
              FailureCode.STORAGE_UNAVAILABLE,
              "%s is %s: choose another copy.".formatted(file, state));
        }
        Store.open(database);
      }
    } catch (StorageException e) {
      throw new CommandFailure(
          FailureCode.STORAGE_UNAVAILABLE,
          "%s cannot be put in place: %s."
              .formatted(
                  file, String.valueOf(e.getMessage()).replace(trial.toString(), file.toString())),
          e);
    }
  }

  private static String check(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      try (var answer = statement.executeQuery("pragma integrity_check(1)")) {
        var state = answer.next() ? answer.getString(1) : "no answer";
        if (!state.equals("ok")) {
          return "damaged (%s)".formatted(state);
        }
      }
      try (var tables =
          statement.executeQuery(
              "select count(*) from sqlite_master where name in ('project', 'board_task',"
                  + " 'baton_migration')")) {
        return tables.next() && tables.getInt(1) == 3 ? "ok" : "no board of Baton";
      }
    }
  }

  /** Makes it the database at a place where none is; whole or not at all. */
  public void putAt(Path place) throws IOException {
    var draft = place.resolveSibling(place.getFileName() + DRAFT);
    Files.deleteIfExists(draft);
    try {
      Files.createFile(
          draft,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.copy(file, draft, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
      try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
