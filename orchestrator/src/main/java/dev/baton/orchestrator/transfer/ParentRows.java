package dev.baton.orchestrator.transfer;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.sql.RowTable;
import dev.baton.orchestrator.store.sql.RowTable.Reference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** The rows that others name, of a board that is being brought. Not thread safe. */
final class ParentRows {
  private final Tables tables;
  private final Map<String, List<Reference>> references = new HashMap<>();
  // why by table: nobody names a log entry, and of those there are very many
  private final Map<String, Set<List<String>>> known = new HashMap<>();

  ParentRows(Tables tables) {
    this.tables = tables;
    for (var table : MovedTable.ALL) {
      var named = tables.rows(table.name()).references();
      references.put(table.name(), named);
      named.forEach(each -> known.put(each.table(), new HashSet<>()));
    }
  }

  /**
   * To be told of every row before it is written.
   *
   * @param place where it stands, for people
   * @throws ToolFailure if one that it names came neither before it nor earlier
   */
  void require(MovedRow row, String place) {
    for (var reference : references.getOrDefault(row.table(), List.of())) {
      if (reference.columns().stream().allMatch(row.values()::has)) {
        require(row, place, reference);
      }
    }
    var key = MovedTable.find(row.table()).orElseThrow().key();
    Optional.ofNullable(known.get(row.table()))
        .ifPresent(keys -> keys.add(RowTable.keyOf(key, row.values())));
  }

  private void require(MovedRow row, String place, Reference reference) {
    var wanted = RowTable.keyOf(reference.columns(), row.values());
    var there = known.computeIfAbsent(reference.table(), _ -> new HashSet<>());
    if (there.contains(wanted)) {
      return;
    }
    if (!isHere(row.values(), reference)) {
      throw ToolFailure.invalid(
          "%s cannot be imported: '%s' of '%s' is %s, and there is no such '%s' in the lines before or on this board"
              .formatted(
                  place,
                  String.join(", ", reference.columns()),
                  row.table(),
                  String.join(", ", wanted),
                  reference.table()),
          "Nothing was imported; export the board again");
    }
    there.add(wanted);
  }

  private boolean isHere(ObjectNode row, Reference reference) {
    var like = Json.object();
    for (int place = 0; place < reference.key().size(); place++) {
      like.set(reference.key().get(place), row.path(reference.columns().get(place)));
    }
    return tables
        .rows(reference.table())
        .find(reference.key(), List.of(like))
        .getFirst()
        .isPresent();
  }
}
