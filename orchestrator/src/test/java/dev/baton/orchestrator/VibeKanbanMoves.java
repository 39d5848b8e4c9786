package dev.baton.orchestrator;

import dev.baton.database.Database;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transfer.BoardImport.Destination;
import dev.baton.orchestrator.vibekanban.OldBoard;
import dev.baton.orchestrator.vibekanban.OldDatabase;
import dev.baton.orchestrator.vibekanban.VibeKanbanImport;
import dev.baton.orchestrator.vibekanban.VibeKanbanImport.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/** Boards of vibe-kanban on their way into one of ours, which is in a directory. */
record VibeKanbanMoves(Path temporary) {
  Path here() throws IOException {
    return Files.createDirectories(temporary.resolve("here")).toRealPath();
  }

  Report bring(OldBoard board) throws IOException {
    var data = Files.createDirectories(here().resolve("data"));
    try (var old = OldDatabase.open(board.file(), board.caches());
        var database = Database.open(TestBaton.file(here()))) {
      var store = Store.open(database);
      return new VibeKanbanImport(old, data, Clock.systemUTC())
          .bring(
              store,
              new Destination(Node.join(store, data, NodeSetup.SERVER, 1).name(), data, ""),
              _ -> {});
    }
  }

  Report rehearse(OldBoard board) throws IOException {
    var data = Files.createDirectories(here().resolve("data"));
    try (var old = OldDatabase.open(board.file(), board.caches());
        var database = Database.open(TestBaton.file(here()))) {
      return new VibeKanbanImport(old, data, Clock.systemUTC())
          .rehearse(Store.open(database), data);
    }
  }
}
