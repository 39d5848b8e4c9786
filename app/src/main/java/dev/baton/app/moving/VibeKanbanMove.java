package dev.baton.app.moving;

import dev.baton.app.program.CommandFailure;
import dev.baton.database.Database;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transfer.PassingDirectory;
import dev.baton.orchestrator.transfer.RowCounter;
import dev.baton.orchestrator.vibekanban.OldDatabase;
import dev.baton.orchestrator.vibekanban.VibeKanbanImport;
import dev.baton.orchestrator.vibekanban.VibeKanbanImport.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The board of vibe-kanban on its way into that of a data directory. */
public final class VibeKanbanMove {
  private final MovedBoard board;

  public VibeKanbanMove(MovedBoard board) {
    this.board = board;
  }

  /** The database that was named, else the one where vibe-kanban keeps it. */
  public static Path find(@Nullable Path named, Map<String, String> environment) {
    if (named != null) {
      return named;
    }
    var places = OldDatabase.places(environment, System.getProperty("os.name", ""));
    return places.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    FailureCode.NOT_FOUND,
                    "There is no database of vibe-kanban at %s: name its file, as in 'baton import vibe-kanban PATH'."
                        .formatted(
                            places.stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(" or ")))));
  }

  /** Brings it, or says what would come. */
  public Report run(Path file, boolean dryRun, RowCounter progress) throws IOException {
    try (var old = OldDatabase.open(file, caches())) {
      if (dryRun) {
        return rehearse(old);
      }
      return board.change(
          "an import",
          (store, destination) ->
              importOf(old, destination.dataDirectory()).bring(store, destination, progress));
    } catch (ToolFailure e) {
      throw new CommandFailure(e.code(), "%s. %s.".formatted(e.getMessage(), e.hint()), e);
    }
  }

  private static VibeKanbanImport importOf(OldDatabase old, Path dataDirectory) {
    return new VibeKanbanImport(old, dataDirectory, Clock.systemUTC());
  }

  private List<Path> caches() {
    return OldDatabase.caches(board.environment(), System.getProperty("os.name", ""));
  }

  private Report rehearse(OldDatabase old) throws IOException {
    var data = board.directory().path();
    if (board.isThere()) {
      return board.read(store -> importOf(old, data).rehearse(store, data));
    }
    // why elsewhere: a rehearsal makes no board
    try (var nowhere = PassingDirectory.make("baton-rehearsal");
        var database = Database.open(nowhere.path().resolve("baton.db"))) {
      return importOf(old, nowhere.path()).rehearse(Store.open(database), data);
    }
  }
}
