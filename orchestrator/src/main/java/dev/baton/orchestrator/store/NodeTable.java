package dev.baton.orchestrator.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The servers that share the database, and when each was seen, by the clock of the database. */
public final class NodeTable {
  /** A server and when it was seen last. */
  public record Seen(String name, Instant seenAt) {}

  private final Sql sql;

  NodeTable(Sql sql) {
    this.sql = sql;
  }

  /** Lets nobody else write or judge this server until the transaction ends. */
  public void lock(String name) {
    sql.lock("node " + name);
  }

  public void setSeen(String name) {
    sql.update(
        """
        insert into node (name, seen_at) values (?, %s)
        on conflict (name) do update set seen_at = excluded.seen_at
        """
            .formatted(sql.now()),
        name);
  }

  public Optional<Instant> findSeen(String name) {
    return sql.find("select seen_at from node where name = ?", row -> row.time("seen_at"), name);
  }

  public Optional<Duration> findSilence(String name) {
    return sql.find(
        "select %s - seen_at as silence from node where name = ?".formatted(sql.now()),
        row -> Duration.ofMillis(row.number("silence")),
        name);
  }

  /** Those that are silent for longer and have attempts that run. */
  public List<Seen> listSilent(Duration longer) {
    return sql.list(
        """
        select n.name, n.seen_at from node n
        where n.seen_at < %s - ?
          and exists (select 1 from attempt a where a.node = n.name and a.state = 'running')
        order by n.seen_at
        """
            .formatted(sql.now()),
        row -> new Seen(row.text("name"), row.time("seen_at")),
        longer.toMillis());
  }
}
