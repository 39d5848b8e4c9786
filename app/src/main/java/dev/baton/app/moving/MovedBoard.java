package dev.baton.app.moving;

import dev.baton.app.background.ServerLock;
import dev.baton.app.config.ConfigFlag;
import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.DatabaseChoice;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.database.StorageException;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.node.Node.RefusedNodeException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transfer.BoardImport.Destination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The board of a data directory, for commands that move it whole.
 *
 * @param database other than that of the directory, if it has one element
 */
public record MovedBoard(
    DataDirectory directory, Map<String, String> environment, List<String> database) {
  public MovedBoard {
    environment = Map.copyOf(environment);
    database = List.copyOf(database);
  }

  /** What is done with a board. */
  public interface Use<T> {
    T with(Store store) throws IOException;
  }

  /** What is done with a board that gets something. */
  public interface Arrival<T> {
    T at(Store store, Destination destination) throws IOException;
  }

  /** Whether there is a board; nobody knows that of a server. */
  boolean isThere() throws IOException {
    return choice().address().file().map(Files::exists).orElse(true);
  }

  /** Reads a board, also while a server runs. */
  public <T> T read(Use<T> use) throws IOException {
    var choice = choice();
    if (choice.address().file().filter(file -> !Files.exists(file)).isPresent()) {
      throw new CommandFailure(
          FailureCode.NOT_FOUND,
          "There is no database %s (%s), so there is no board: name another with --data-dir or --db."
              .formatted(choice.address(), choice.origin().words()));
    }
    return open(choice, use);
  }

  /**
   * Changes a board while no server of the directory runs; it is made if there is none.
   *
   * @param purpose what is done, for the sentence that says why it cannot be
   */
  public <T> T change(String purpose, Arrival<T> arrival) throws IOException {
    try (var _ = ServerLock.take(directory, purpose)) {
      var choice = choice();
      var made = choice.address().file().filter(file -> !Files.exists(file));
      boolean isDone = false;
      try {
        var result = open(choice, store -> arrival.at(store, destination(store)));
        isDone = true;
        return result;
      } finally {
        // why: a board with nothing in it would be in the way of a restore
        if (!isDone && made.isPresent()) {
          delete(made.get());
        }
      }
    }
  }

  private Destination destination(Store store) {
    // why the name alone: who gets a board is a server when it runs, and not before
    return new Destination(
        Node.nameOf(store, directory.path()),
        directory.path(),
        database.isEmpty() && !store.isShared()
            ? "another data directory, with --data-dir"
            : "another database, with --db");
  }

  private static void delete(Path database) throws IOException {
    for (var beside : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(database.resolveSibling(database.getFileName() + beside));
    }
  }

  /** Its database, and who named it. */
  public DatabaseChoice choice() throws IOException {
    DatabaseChoice.lookForPasswords(environment);
    var flags = database.stream().map(ConfigFlag::database).toList();
    return new ConfigSource(directory, environment, flags).require().database();
  }

  private static <T> T open(DatabaseChoice choice, Use<T> use) throws IOException {
    try (var opened = choice.open()) {
      return use.with(Store.open(opened));
    } catch (StorageException e) {
      throw new CommandFailure(FailureCode.STORAGE_UNAVAILABLE, e.getMessage() + ".", e);
    } catch (RefusedNodeException e) {
      throw new CommandFailure(FailureCode.INVALID_ARGUMENT, e.getMessage() + ".", e);
    } catch (ToolFailure e) {
      throw new CommandFailure(e.code(), "%s. %s.".formatted(e.getMessage(), e.hint()), e);
    }
  }
}
