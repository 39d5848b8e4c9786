package dev.baton.orchestrator.store.review;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** How far people are with the review of attempts. */
public final class ReviewTable {
  /**
   * How files were when somebody looked.
   *
   * @param trees by the name of the repository
   */
  public record Look(Map<String, String> trees, Instant at) {
    public Look {
      trees = Map.copyOf(trees);
    }
  }

  private final Sql sql;

  public ReviewTable(Sql sql) {
    this.sql = sql;
  }

  /** Which content of which files somebody has viewed, by path. */
  public Map<String, String> listMarks(UUID attemptId, String person) {
    var marks = new LinkedHashMap<String, String>();
    sql.list(
        "select path, content_id from review_mark where attempt_id = ? and person = ? order by path",
        row -> marks.put(row.text("path"), row.text("content_id")),
        attemptId,
        person);
    return marks;
  }

  public void setMark(UUID attemptId, String person, String path, String contentId) {
    sql.update(
        """
        insert into review_mark (attempt_id, person, path, content_id) values (?, ?, ?, ?)
        on conflict (attempt_id, person, path) do update set content_id = excluded.content_id
        """,
        attemptId,
        person,
        path,
        contentId);
  }

  public void deleteMark(UUID attemptId, String person, String path) {
    sql.update(
        "delete from review_mark where attempt_id = ? and person = ? and path = ?",
        attemptId,
        person,
        path);
  }

  public Optional<Look> findLook(UUID attemptId, String person) {
    return sql.find(
        "select trees, looked_at from review_look where attempt_id = ? and person = ?",
        row -> {
          var trees = new LinkedHashMap<String, String>();
          Json.MAPPER
              .readTree(row.text("trees"))
              .properties()
              .forEach(tree -> trees.put(tree.getKey(), tree.getValue().asString("")));
          return new Look(trees, row.time("looked_at"));
        },
        attemptId,
        person);
  }

  public void setLook(UUID attemptId, String person, Look look) {
    var trees = Json.object();
    look.trees().forEach(trees::put);
    sql.update(
        """
        insert into review_look (attempt_id, person, trees, looked_at) values (?, ?, ?, ?)
        on conflict (attempt_id, person)
          do update set trees = excluded.trees, looked_at = excluded.looked_at
        """,
        attemptId,
        person,
        trees.toString(),
        look.at());
  }
}
