package dev.baton.orchestrator.store;

import dev.baton.orchestrator.store.sql.Sql;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/** Finds ids by a part of them. */
public final class IdTable {
  /**
   * Something that a part of an id, or a name, can mean.
   *
   * @param label what it is called, or what it is about
   */
  public record Candidate(UUID id, String label) {}

  private static final Pattern PART = Pattern.compile("[0-9a-fA-F-]{1,36}");
  private static final Pattern NUMBER = Pattern.compile("((?:.*#)?)([0-9]{1,9})");
  private static final int MOST = 10;

  private final Sql sql;

  IdTable(Sql sql) {
    this.sql = sql;
  }

  /**
   * What a text can mean: the things of this name or number, or else those whose ids begin or end
   * with it. At most {@value #MOST}, newest first.
   */
  public List<Candidate> find(IdKind kind, String text) {
    var numbered = kind == IdKind.TASK ? listNumbered(text) : List.<Candidate>of();
    return numbered.isEmpty() ? listNamed(kind, text) : numbered;
  }

  /**
   * Tasks that people call so: {@code 41} or {@code #41} in any project, {@code shop#41} in one. At
   * most {@value #MOST}, newest first.
   */
  public List<Candidate> listNumbered(String text) {
    var called = NUMBER.matcher(text);
    if (!called.matches()) {
      return List.of();
    }
    return sql.list(
        """
        select t.id, p.name || '#' || t.number || ' ' || t.title as label
        from board_task t join project p on p.id = t.project_id
        where t.number = ? and (? in ('', '#') or p.name || '#' = ?) order by t.id desc limit %d
        """
            .formatted(MOST),
        row -> new Candidate(row.id("id"), row.text("label")),
        Long.parseLong(called.group(2)),
        called.group(1),
        called.group(1));
  }

  private List<Candidate> listNamed(IdKind kind, String text) {
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
