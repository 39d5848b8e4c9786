package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.board.PositionKey;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.store.Tables;
import java.util.UUID;

/** Finds free places in a column, in the transaction that takes them. */
final class ColumnMoves {
  private final Tables tables;
  private final BoardTaskStatus column;

  ColumnMoves(Tables tables, BoardTaskStatus column) {
    this.tables = tables;
    this.column = column;
  }

  /** Puts the task where it shall stand in the column, which may be another than it is in. */
  void move(BoardTask task, Placement placement) {
    var key = key(task.id(), placement);
    if (task.status() == column) {
      tables.columns().reorder(task.id(), column, key);
    } else {
      tables.columns().place(task.id(), column, key);
    }
  }

  private PositionKey key(UUID taskId, Placement placement) {
    tables.columns().lock(column);
    var key = freeKey(taskId, placement);
    if (!key.isTooLong()) {
      return key;
    }
    tables.columns().renumber(column);
    return freeKey(taskId, placement);
  }

  private PositionKey freeKey(UUID taskId, Placement placement) {
    return switch (placement) {
      case Placement.Top _ -> tables.columns().top(column);
      case Placement.Bottom _ -> tables.columns().bottom(column);
      case Placement.Before(var other) ->
          tables.columns().before(column, neighbour(taskId, other, "before"));
      case Placement.After(var other) ->
          tables.columns().after(column, neighbour(taskId, other, "after"));
      case Placement.Near(var key) -> tables.columns().near(column, key);
    };
  }

  private PositionKey neighbour(UUID taskId, UUID otherId, String field) {
    var other = CallSubject.task(tables, otherId);
    var place = "/position/" + field;
    if (otherId.equals(taskId)) {
      throw ToolFailure.invalid(
          place,
          "Task #%d '%s' cannot stand %s itself".formatted(other.number(), other.title(), field),
          "Repeat update_task with a position beside another task");
    }
    if (other.status() != column) {
      throw ToolFailure.invalid(
          place,
          "Task #%d '%s' stands in column %s, not in %s"
              .formatted(
                  other.number(), other.title(), other.status().wireName(), column.wireName()),
          "Repeat update_task with a position beside a task of column %s, or with status %s too"
              .formatted(column.wireName(), other.status().wireName()));
    }
    return other.position();
  }
}
