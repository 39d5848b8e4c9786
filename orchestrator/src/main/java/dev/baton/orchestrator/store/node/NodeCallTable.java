package dev.baton.orchestrator.store.node;

import dev.baton.orchestrator.store.sql.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Calls that a node makes to another one, until they are answered. Times are the database's. */
public final class NodeCallTable {
  /**
   * How far a call is.
   *
   * @param answer JSON
   */
  public record Progress(boolean isTaken, Optional<String> answer) {}

  private final Sql sql;

  public NodeCallTable(Sql sql) {
    this.sql = sql;
  }

  /** Asks a node, which hears of it when the transaction is committed. */
  public void insert(UUID id, String node, String request) {
    sql.update(
        "insert into node_call (id, node, request, asked_at) values (?, ?, ?, %s)"
            .formatted(sql.now()),
        id,
        node,
        request);
  }

  /** Gives a call to who asks for it first, and to nobody else; returns what is asked. */
  public Optional<String> take(UUID id, String node) {
    return sql.find(
        """
        update node_call set taken_at = %s where id = ? and node = ? and taken_at is null
        returning request
        """
            .formatted(sql.now()),
        row -> row.text("request"),
        id,
        node);
  }

  /** Calls to a node that nobody has taken, oldest first. */
  public List<UUID> listUntaken(String node) {
    return sql.list(
        "select id from node_call where node = ? and taken_at is null order by asked_at, id",
        row -> row.id("id"),
        node);
  }

  /** Calls that a node took and has not answered, oldest first. */
  public List<UUID> listUnanswered(String node) {
    return sql.list(
        """
        select id from node_call where node = ? and taken_at is not null and answer is null
        order by asked_at, id
        """,
        row -> row.id("id"),
        node);
  }

  public void answer(UUID id, String answer) {
    sql.update("update node_call set answer = ? where id = ?", answer, id);
  }

  /** Empty if the call was forgotten. */
  public Optional<Progress> findProgress(UUID id) {
    return sql.find(
        "select taken_at, answer from node_call where id = ?",
        row -> new Progress(row.findTime("taken_at").isPresent(), row.findText("answer")),
        id);
  }

  /** Takes a call back that nobody has taken; false if somebody has. */
  public boolean withdraw(UUID id) {
    return sql.update("delete from node_call where id = ? and taken_at is null", id) == 1;
  }

  public int delete(UUID id) {
    return sql.update("delete from node_call where id = ?", id);
  }

  /** Forgets calls to a node whose callers have long gone. */
  public int forget(String node, Duration older) {
    return sql.update(
        "delete from node_call where node = ? and asked_at < %s - ?".formatted(sql.now()),
        node,
        older.toMillis());
  }
}
