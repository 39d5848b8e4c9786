package dev.baton.orchestrator;

import dev.baton.database.Database;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transfer.BoardExport;
import dev.baton.orchestrator.transfer.BoardFile;
import dev.baton.orchestrator.transfer.BoardImport;
import dev.baton.orchestrator.transfer.BoardImport.Destination;
import dev.baton.orchestrator.vibekanban.OldBoard;
import dev.baton.orchestrator.vibekanban.OldDatabase;
import dev.baton.orchestrator.vibekanban.VibeKanbanImport;
import dev.baton.orchestrator.vibekanban.VibeKanbanImport.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

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

  /** What a row that came has in a column. */
  JsonNode value(String table, String key, UUID id, String column) throws IOException {
    try (var database = Database.open(TestBaton.file(here()))) {
      return Store.open(database)
          .read(
              tables ->
                  tables
                      .rows(table)
                      .find(List.of(key), List.of(Json.object().put(key, id.toString())))
                      .getFirst()
                      .orElseThrow()
                      .path(column));
    }
  }

  /** Moves what came on into an empty board, and says how many rows that has then. */
  long moveOn() throws IOException {
    var file = temporary.resolve("board.jsonl");
    var data = Files.createDirectories(temporary.resolve("next"));
    try (var database = Database.open(TestBaton.file(here()));
        var empty = Database.open(data.resolve("baton.db"))) {
      new BoardExport(Store.open(database), _ -> {})
          .write(file, new BoardExport.Choice("1", data, true), Instant.EPOCH);
      var next = Store.open(empty);
      return new BoardImport(next, new Destination("next", data, ""), _ -> {})
          .bring(BoardFile.check(file, "it", next, _ -> {}))
          .count();
    }
  }
}
