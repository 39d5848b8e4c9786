package dev.baton.orchestrator.store;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Finds ids by a part of them. */
public final class IdTable {
  private static final Pattern PART = Pattern.compile("[0-9a-fA-F-]{1,36}");
  private static final int MOST = 10;

  private final Sql sql;

  IdTable(Sql sql) {
    this.sql = sql;
  }

  /**
   * What a text can mean: the things of this name, or else those whose ids begin or end with it. At
   * most {@value #MOST}, newest first.
   */
  public List<Candidate> find(IdKind kind, String text) {
    var named = list(kind, "name = ?", text);
    if (!named.isEmpty() || !PART.matcher(text).matches()) {
      return named;
    }
    var part = text.toLowerCase(Locale.ROOT);
    return list(kind, "id like ? or id like ?", part + "%", "%" + part);
  }

  private List<Candidate> list(IdKind kind, String condition, Object... values) {
    return sql.list(
        "select id, label from (%s) things where %s order by id desc limit %d"
            .formatted(kind.things(), condition, MOST),
        row -> new Candidate(row.id("id"), row.text("label")),
        values);
  }
}
