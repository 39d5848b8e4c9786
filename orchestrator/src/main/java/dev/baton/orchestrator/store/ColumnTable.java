package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.PositionKey;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;

/** The places of tasks in the columns of the board, over all projects. */
public final class ColumnTable {
  private final Sql sql;
  private final EventTable events;

  ColumnTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** Lets nobody else put tasks into a column until the transaction ends. */
  public void lock(BoardTaskStatus column) {
    sql.lock("column " + Sql.stored(column));
  }

  /** A place above all tasks of a column, which stays free until the transaction ends. */
  public PositionKey top(BoardTaskStatus column) {
    lock(column);
    return findKey("select min(position) as position from board_task where status = ?", column)
        .map(PositionKey::above)
        .orElseGet(PositionKey::middle);
  }

  /** A place below all tasks of a column, which stays free until the transaction ends. */
  public PositionKey bottom(BoardTaskStatus column) {
    lock(column);
    return findKey("select max(position) as position from board_task where status = ?", column)
        .map(PositionKey::below)
        .orElseGet(PositionKey::middle);
  }

  /** A place just above another, in a column that is locked. */
  public PositionKey before(BoardTaskStatus column, PositionKey key) {
    return findKey(
            """
            select max(position) as position from board_task where status = ? and position < ?
            """,
            column,
            key.text())
        .map(upper -> PositionKey.between(upper, key))
        .orElseGet(key::above);
  }

  /** A place just below another, in a column that is locked. */
  public PositionKey after(BoardTaskStatus column, PositionKey key) {
    return findKey(
            """
            select min(position) as position from board_task where status = ? and position > ?
            """,
            column,
            key.text())
        .map(lower -> PositionKey.between(key, lower))
        .orElseGet(key::below);
  }

  /** A free place among those above and below this one, in a column that is locked. */
  public PositionKey near(BoardTaskStatus column, PositionKey key) {
    return findKey(
            """
            select min(position) as position from board_task where status = ? and position > ?
            """,
            column,
            key.text())
        .map(lower -> before(column, lower))
        .orElseGet(() -> bottom(column));
  }

  /** Makes short keys for all tasks of a column that is locked; their order stays. */
  public void renumber(BoardTaskStatus column) {
    var tasks =
        sql.list(
            "select id from board_task where status = ? order by position",
            row -> row.id("id"),
            column);
    // why above all: no key is then one that another task has at that moment
    var top = top(column);
    var rows = new ArrayList<Object[]>();
    for (int place = 0; place < tasks.size(); place++) {
      rows.add(new Object[] {top.above(tasks.size() - place).text(), tasks.get(place)});
    }
    sql.insertAll("update board_task set position = ? where id = ?", rows);
  }

  /** Puts a task at a free place of a column. */
  public void place(UUID taskId, BoardTaskStatus column, PositionKey key) {
    sql.update(
        "update board_task set status = ?, position = ? where id = ?", column, key.text(), taskId);
    events.ofTask(EventName.TASK_CHANGED, taskId, Json.object());
    new BlockerTable(sql, events).tellWaiting(taskId);
  }

  /** Puts a task at a free place of the column that it is in, unless others moved it meanwhile. */
  public void reorder(UUID taskId, BoardTaskStatus column, PositionKey key) {
    sql.update(
        "update board_task set position = ? where id = ? and status = ?",
        key.text(),
        taskId,
        column);
    events.ofTask(EventName.TASK_CHANGED, taskId, Json.object());
  }

  private Optional<PositionKey> findKey(String query, Object... values) {
    return sql.list(query, row -> row.findText("position"), values).stream()
        .flatMap(Optional::stream)
        .map(PositionKey::new)
        .findFirst();
  }
}
