package dev.baton.orchestrator.transfer;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.store.Tables;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rows whose owner knows the place of the next one: entries of a log and messages of a session. One
 * that stood there already could not be told from what comes later. Not thread safe.
 */
final class CountedRows {
  /** Whose counter it is, and which. */
  private record Counter(String owner, String ownerId, String index, String next) {}

  private final Tables tables;
  // why the last one: rows come owner by owner
  private Optional<Owner> last = Optional.empty();

  private record Owner(String id, ObjectNode row) {}

  CountedRows(Tables tables) {
    this.tables = tables;
  }

  /**
   * To be told of every row after its owner is written.
   *
   * @param place where it stands, for people
   * @throws ToolFailure if its place is one that its owner would give away again
   */
  void require(MovedRow row, String place) {
    find(row)
        .ifPresent(
            counter -> {
              long index = row.values().path(counter.index()).asLong(0);
              long next = load(counter, row.values()).path(counter.next()).asLong(0);
              if (index >= next) {
                throw ToolFailure.invalid(
                    "%s cannot be imported: '%s' of '%s' is %d, and '%s' of its %s is %d, so that new ones would collide with it"
                        .formatted(
                            place,
                            counter.index(),
                            row.table(),
                            index,
                            counter.next(),
                            counter.owner(),
                            next),
                    "Nothing was imported; mend the line, or export the board again");
              }
            });
  }

  private static Optional<Counter> find(MovedRow row) {
    return switch (row.table()) {
      case MovedTable.LOG_ENTRY ->
          Optional.of(
              new Counter(
                  MovedTable.ATTEMPT,
                  "attempt_id",
                  "entry_index",
                  row.values().path("channel").asLong(0) == 0
                      ? "next_normalized_index"
                      : "next_raw_index"));
      case "session_message" ->
          Optional.of(
              new Counter("agent_session", "session_id", "message_index", "next_message_index"));
      default -> Optional.empty();
    };
  }

  private ObjectNode load(Counter counter, ObjectNode row) {
    var id = row.path(counter.ownerId()).asString("");
    var owner =
        last.filter(it -> it.id().equals(id))
            .orElseGet(
                () ->
                    new Owner(
                        id,
                        tables
                            .rows(counter.owner())
                            .find(
                                List.of(MovedTable.ID),
                                List.of(Json.object().put(MovedTable.ID, id)))
                            .getFirst()
                            .orElseThrow()));
    last = Optional.of(owner);
    return owner.row();
  }
}
