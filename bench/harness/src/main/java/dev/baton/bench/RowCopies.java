package dev.baton.bench;

import dev.baton.database.Database;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fills a table with copies of a row that a real server wrote, so that nothing here has to know
 * what a row looks like. In the values {@code n.i} is the number of the copy, from 0.
 */
final class RowCopies {
  private final String table;
  private final String which;
  private final Map<String, String> changes = new LinkedHashMap<>();

  /** Copies the row for which the condition is true; the row is {@code t} in it. */
  RowCopies(String table, String which) {
    this.table = table;
    this.which = which;
  }

  /** Sets a column of the copies. */
  RowCopies with(String column, String value) {
    changes.put(column, value);
    return this;
  }

  /** An id that nobody else has, of this kind of thing with the number of this expression. */
  static String id(int kind, String number) {
    return "'%08d-0000-7000-8000-' || substr(cast(1000000000000 + %s as text), 2)"
        .formatted(kind, number);
  }

  /** The same, as a client sees it. */
  static String id(int kind, long number) {
    return "%08d-0000-7000-8000-%012d".formatted(kind, number);
  }

  /** The statement that makes so many copies. */
  String sql(Database database, long count) {
    var columns = columns(database);
    var values = new ArrayList<String>();
    for (var column : columns) {
      values.add(changes.getOrDefault(column, "t." + column));
    }
    return """
    insert into %s (%s)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < %d)
    select %s from %s t, n where %s
    """
        .formatted(
            table, String.join(", ", columns), count - 1, String.join(", ", values), table, which);
  }

  private List<String> columns(Database database) {
    return database.read(
        connection -> {
          try (var statement = connection.createStatement();
              var rows = statement.executeQuery("select * from %s limit 0".formatted(table))) {
            var names = new ArrayList<String>();
            for (var place = 1; place <= rows.getMetaData().getColumnCount(); place++) {
              names.add(rows.getMetaData().getColumnName(place));
            }
            return names;
          }
        });
  }
}
