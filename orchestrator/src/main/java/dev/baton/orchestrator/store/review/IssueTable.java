package dev.baton.orchestrator.store.review;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.Issue;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Issues that became tasks, as they were when they came last. */
public final class IssueTable {
  /**
   * An issue that came before.
   *
   * @param taskId empty if somebody deleted the task
   */
  public record Imported(Issue issue, Optional<UUID> taskId) {}

  private final Sql sql;

  public IssueTable(Sql sql) {
    this.sql = sql;
  }

  /** Lets nobody else bring issues into a project until the transaction ends. */
  public void lock(UUID projectId) {
    sql.lock("issues of " + projectId);
  }

  public Optional<Imported> find(UUID projectId, String link) {
    return sql.find(
        """
        select link, task_id, title, description, labels from issue
        where project_id = ? and link = ?
        """,
        IssueTable::imported,
        projectId,
        link);
  }

  private static Imported imported(Row row) {
    var labels =
        Json.MAPPER.readTree(row.text("labels")).valueStream().map(JsonNode::asString).toList();
    return new Imported(
        new Issue(row.text("link"), row.text("title"), row.text("description"), labels),
        row.findId("task_id"));
  }

  /** Remembers an issue, in place of what it was before. */
  public void set(UUID projectId, Issue issue, UUID taskId) {
    sql.update(
        """
        insert into issue (project_id, link, task_id, title, description, labels)
        values (?, ?, ?, ?, ?, ?)
        on conflict (project_id, link) do update set title = excluded.title,
          description = excluded.description, labels = excluded.labels
        """,
        projectId,
        issue.link(),
        taskId,
        issue.title(),
        issue.description(),
        Json.strings(issue.labels()).toString());
  }
}
