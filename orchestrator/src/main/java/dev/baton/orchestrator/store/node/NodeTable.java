package dev.baton.orchestrator.store.node;

import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The nodes that share the database, and when each was seen, by the clock of the database. */
public final class NodeTable {
  /** A node and when it was seen last. */
  public record Seen(String name, Instant seenAt) {}

  /**
   * A node that begins.
   *
   * @param identity of its data directory
   * @param room how many attempts may run there
   */
  public record Beginning(
      String name, NodeSetup.Kind kind, String identity, Path directory, int room) {}

  /**
   * What a node learns when it says that it lives.
   *
   * @param seenAt when it was said
   * @param isAwaited whether attempts wait in line
   * @param isAtWork whether attempts run there
   * @param isCalled whether others ask it for something
   * @param hasSilent whether a node is silent that has attempts which run
   */
  public record Beat(
      Instant seenAt, boolean isAwaited, boolean isAtWork, boolean isCalled, boolean hasSilent) {}

  private static final String COLUMNS =
      """
      select n.name, n.kind, n.directory, n.facts, n.max_running, n.is_draining, n.started_at,
        n.seen_at, %s as silence,
        (select count(*) from attempt a where a.node = n.name and a.state = 'running') as running
      from node n
      """;

  private final Sql sql;

  public NodeTable(Sql sql) {
    this.sql = sql;
  }

  /** Lets nobody else write or judge this node until the transaction ends. */
  public void lock(String name) {
    sql.lock("node " + name);
  }

  /** A node begins, or begins again; what it said of itself before counts until it says more. */
  public void begin(Beginning node) {
    sql.update(
        """
        insert into node (name, kind, identity, directory, max_running, started_at, seen_at)
        values (?, ?, ?, ?, ?, %1$s, %1$s)
        on conflict (name) do update set kind = excluded.kind, identity = excluded.identity,
          directory = excluded.directory, max_running = excluded.max_running,
          started_at = excluded.started_at, left_at = null
        """
            .formatted(sql.now()),
        node.name(),
        node.kind(),
        node.identity(),
        node.directory(),
        node.room());
  }

  /** A node ends as it should; its agents go on, and it may come back. */
  public void leave(Beginning node) {
    sql.update(
        "update node set left_at = %s where name = ? and identity = ?".formatted(sql.now()),
        node.name(),
        node.identity());
  }

  /** For how long a node said nothing; one that has left says nothing from then on. */
  private String silence() {
    return "case when n.left_at is null then %s - n.seen_at else %d end"
        .formatted(sql.now(), KnownNode.SILENCE.toMillis() + 1);
  }

  /** The data directory of a node; empty if there is no such node or it has not said. */
  public Optional<String> findIdentity(String name) {
    return sql.find(
            "select identity from node where name = ?", row -> row.findText("identity"), name)
        .flatMap(it -> it);
  }

  /**
   * A node lives; empty if nobody knows it any more, or its name is that of another one. One
   * statement, because idle nodes do nothing else.
   *
   * @param silence who is silent for longer is told of
   */
  public Optional<Beat> beat(Beginning node, Duration silence) {
    return sql.find(
        """
        update node set seen_at = %1$s where name = ? and identity = ?
        returning seen_at,
          case when exists (select 1 from attempt a
            where a.ticket is not null and a.state <> 'running') then 1 else 0 end as is_awaited,
          case when exists (select 1 from attempt a
            where a.node = ? and a.state = 'running') then 1 else 0 end as is_at_work,
          case when exists (select 1 from node_call c
            where c.node = ? and c.taken_at is null) then 1 else 0 end as is_called,
          case when exists (select 1 from node n where n.seen_at < %1$s - ? and n.name <> ?
            and exists (select 1 from attempt a where a.node = n.name and a.state = 'running'))
            then 1 else 0 end as has_silent
        """
            .formatted(sql.now()),
        row ->
            new Beat(
                row.time("seen_at"),
                row.flag("is_awaited"),
                row.flag("is_at_work"),
                row.flag("is_called"),
                row.flag("has_silent")),
        node.name(),
        node.identity(),
        node.name(),
        node.name(),
        silence.toMillis(),
        node.name());
  }

  public void setFacts(String name, NodeFacts facts) {
    sql.update("update node set facts = ? where name = ?", facts.toJson(), name);
  }

  public void setDraining(String name, boolean isDraining) {
    sql.update("update node set is_draining = ? where name = ?", isDraining, name);
  }

  /** Forgets a node. */
  public void delete(String name) {
    sql.update("delete from node where name = ?", name);
  }

  /** All that are known. */
  public List<KnownNode> list() {
    return sql.list(COLUMNS.formatted(silence()) + "order by n.name", NodeTable::node);
  }

  public Optional<KnownNode> find(String name) {
    return sql.find(COLUMNS.formatted(silence()) + "where n.name = ?", NodeTable::node, name);
  }

  private static KnownNode node(Row row) {
    return new KnownNode(
        row.text("name"),
        row.findText("kind").isPresent()
            ? row.constant("kind", NodeSetup.Kind.class)
            : NodeSetup.Kind.SERVER,
        row.findText("directory").map(Path::of),
        row.findText("facts").map(NodeFacts::parse),
        (int) row.number("max_running"),
        (int) row.number("running"),
        row.flag("is_draining"),
        row.findTime("started_at"),
        row.time("seen_at"),
        Duration.ofMillis(row.number("silence")));
  }

  /** What time it is for the database. */
  public Instant now() {
    return sql.find("select %s as now".formatted(sql.now()), row -> row.time("now")).orElseThrow();
  }

  public Optional<Instant> findSeen(String name) {
    return sql.find("select seen_at from node where name = ?", row -> row.time("seen_at"), name);
  }

  public Optional<Duration> findSilence(String name) {
    return sql.find(
        "select %s as silence from node n where n.name = ?".formatted(silence()),
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

  /** The node that was asked for when an attempt was started. */
  public Optional<String> findWanted(UUID attemptId) {
    return sql.find(
            "select wanted_node from attempt where id = ?",
            row -> row.findText("wanted_node"),
            attemptId)
        .flatMap(it -> it);
  }

  public void setWanted(UUID attemptId, String name) {
    sql.update("update attempt set wanted_node = ? where id = ?", name, attemptId);
  }

  /** The labels that the attempts of a project want. */
  public List<String> listLabels(UUID projectId) {
    return sql.find("select node_labels from project where id = ?", NodeTable::labels, projectId)
        .orElse(List.of());
  }

  /** The same of a row that has them. */
  public static List<String> labels(Row row) {
    return row.findText("node_labels")
        .filter(text -> !text.isEmpty())
        .map(text -> List.of(text.split(",")))
        .orElse(List.of());
  }

  public void setLabels(UUID projectId, List<String> labels) {
    sql.update(
        "update project set node_labels = ? where id = ?", String.join(",", labels), projectId);
  }
}
