package dev.baton.orchestrator.store.sql;

import dev.baton.mcp.protocol.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rows of one table as they are, each as a JSON object with what is not null. It tells nobody
 * what happened; for moving whole boards, where all columns matter and none has a meaning.
 */
public final class RowTable {
  private static final int ROWS_AT_ONCE = 1000;

  /** What a column holds, and how that looks in JSON. */
  public enum Kind {
    TEXT,
    SMALL_NUMBER,
    MIDDLE_NUMBER,
    NUMBER,
    /** Text to the base 64. */
    BYTES;

    /** Whether such a column can hold the value. */
    public boolean holds(JsonNode value) {
      return switch (this) {
        case TEXT, BYTES -> value.isString();
        case SMALL_NUMBER ->
            MIDDLE_NUMBER.holds(value) && value.longValue() == (short) value.longValue();
        case MIDDLE_NUMBER -> value.isIntegralNumber() && value.canConvertToInt();
        case NUMBER -> value.isIntegralNumber() && value.canConvertToLong();
      };
    }
  }

  /**
   * A column.
   *
   * @param isRequired true if it is never null
   */
  public record Column(String name, Kind kind, boolean isRequired) {}

  /**
   * Columns that name a row of another table, which must be there.
   *
   * @param key the columns of that table, in the same order
   */
  public record Reference(List<String> columns, String table, List<String> key) {
    public Reference {
      columns = List.copyOf(columns);
      key = List.copyOf(key);
    }
  }

  private final Connection connection;
  private final String table;

  RowTable(Connection connection, String table) {
    this.connection = connection;
    this.table = table;
  }

  public List<Column> columns() {
    try (var statement = connection.prepareStatement(select("where 1 = 0"));
        var nothing = statement.executeQuery()) {
      var described = nothing.getMetaData();
      var columns = new ArrayList<Column>();
      for (int place = 1; place <= described.getColumnCount(); place++) {
        columns.add(
            new Column(
                described.getColumnName(place),
                kind(described.getColumnType(place)),
                described.isNullable(place) == java.sql.ResultSetMetaData.columnNoNulls));
      }
      return columns;
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  /** The columns that every row has to say: they are never null, and nothing stands in for them. */
  public List<String> required() {
    try (var columns =
        connection.getMetaData().getColumns(null, connection.getSchema(), table, "%")) {
      var required = new ArrayList<String>();
      while (columns.next()) {
        // why the name: an underscore in it stands for any character
        if (columns.getString("TABLE_NAME").equals(table)
            && columns.getString("IS_NULLABLE").equals("NO")
            && columns.getString("COLUMN_DEF") == null) {
          required.add(columns.getString("COLUMN_NAME"));
        }
      }
      return required;
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  /** What rows of other tables a row names. */
  public List<Reference> references() {
    // why by table: no table names another twice, and not every driver tells the keys apart
    var columns = new LinkedHashMap<String, List<String>>();
    var keys = new LinkedHashMap<String, List<String>>();
    try (var found =
        connection.getMetaData().getImportedKeys(null, connection.getSchema(), table)) {
      while (found.next()) {
        var parent = found.getString("PKTABLE_NAME");
        columns
            .computeIfAbsent(parent, _ -> new ArrayList<>())
            .add(found.getString("FKCOLUMN_NAME"));
        keys.computeIfAbsent(parent, _ -> new ArrayList<>()).add(found.getString("PKCOLUMN_NAME"));
      }
      return columns.entrySet().stream()
          .map(
              entry ->
                  new Reference(
                      entry.getValue(),
                      entry.getKey(),
                      keys.getOrDefault(entry.getKey(), List.of())))
          .toList();
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  private static Kind kind(int type) {
    return switch (type) {
      case Types.SMALLINT -> Kind.SMALL_NUMBER;
      case Types.INTEGER -> Kind.MIDDLE_NUMBER;
      case Types.BIGINT, Types.NUMERIC -> Kind.NUMBER;
      case Types.BLOB, Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> Kind.BYTES;
      default -> Kind.TEXT;
    };
  }

  /** Gives every row away, in the order of the key; at no time are many of them in memory. */
  public void each(List<String> key, Consumer<ObjectNode> reader) {
    var columns = columns();
    try (var statement =
        connection.prepareStatement(select("order by " + String.join(", ", key)))) {
      statement.setFetchSize(ROWS_AT_ONCE);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          reader.accept(row(columns, rows));
        }
      }
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  /** For each of these the row with the same key, if there is one. */
  public List<Optional<ObjectNode>> find(List<String> key, List<ObjectNode> like) {
    var columns = columns();
    var values = key.stream().map(_ -> "?").collect(Collectors.joining(", ", "(", ")"));
    var wanted = like.stream().map(_ -> values).collect(Collectors.joining(", "));
    var query = select("where (%s) in (values %s)".formatted(String.join(", ", key), wanted));
    var found = new HashMap<List<String>, ObjectNode>();
    try (var statement = connection.prepareStatement(query)) {
      int place = 1;
      for (var row : like) {
        for (var name : key) {
          set(statement, place++, row.path(name));
        }
      }
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          var row = row(columns, rows);
          found.put(keyOf(key, row), row);
        }
      }
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
    return like.stream().map(row -> Optional.ofNullable(found.get(keyOf(key, row)))).toList();
  }

  /** The values of a key in a row, as text. */
  public static List<String> keyOf(List<String> key, ObjectNode row) {
    // why not the nodes: the same number may be a short one or a long one
    return key.stream().map(name -> row.path(name).asString("")).toList();
  }

  /** Columns whose values together no two rows have, the most columns first. */
  public List<List<String>> uniqueKeys() {
    var keys = new LinkedHashMap<String, List<String>>();
    try (var found =
        connection.getMetaData().getIndexInfo(null, connection.getSchema(), table, true, true)) {
      while (found.next()) {
        var index = Optional.ofNullable(found.getString("INDEX_NAME"));
        if (index.isPresent() && !found.getBoolean("NON_UNIQUE")) {
          keys.computeIfAbsent(index.get(), _ -> new ArrayList<>())
              .add(found.getString("COLUMN_NAME"));
        }
      }
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
    // why: some hold for a part of the rows only, and those have the fewest columns
    return keys.values().stream()
        .sorted(Comparator.<List<String>>comparingInt(List::size).reversed())
        .toList();
  }

  /**
   * Adds rows, but none that has a unique key of another.
   *
   * @param columns what is written; what a row does not have becomes null
   * @return for each whether it was added
   */
  public List<Boolean> add(List<String> key, List<Column> columns, List<ObjectNode> rows) {
    var names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
    var places = columns.stream().map(_ -> "?").collect(Collectors.joining(", ", "(", ")"));
    var keyNames = String.join(", ", key);
    // why not looked for first: PostgreSQL keeps the plan that it made when the table was empty,
    // and would read all of a table that grows
    var insert =
        "insert into %s (%s) values %s on conflict do nothing returning %s"
            .formatted(
                table,
                names,
                rows.stream().map(_ -> places).collect(Collectors.joining(", ")),
                keyNames);
    var added = new HashSet<List<String>>();
    try (var statement = connection.prepareStatement(insert)) {
      int place = 1;
      for (var row : rows) {
        for (var column : columns) {
          set(statement, place++, column, row);
        }
      }
      try (var keys = statement.executeQuery()) {
        while (keys.next()) {
          var found = new ArrayList<String>();
          for (var name : key) {
            found.add(keys.getString(name));
          }
          added.add(found);
        }
      }
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
    // why removed: a key that comes twice is added once
    return rows.stream().map(row -> added.remove(keyOf(key, row))).toList();
  }

  private String select(String end) {
    return "select * from %s %s".formatted(table, end);
  }

  private static ObjectNode row(List<Column> columns, ResultSet rows) throws SQLException {
    var row = Json.object();
    for (var column : columns) {
      switch (column.kind()) {
        case TEXT -> {
          @Nullable String text = rows.getString(column.name());
          if (text != null) {
            row.put(column.name(), text);
          }
        }
        case SMALL_NUMBER, MIDDLE_NUMBER, NUMBER -> {
          var number = rows.getLong(column.name());
          if (!rows.wasNull()) {
            row.put(column.name(), number);
          }
        }
        case BYTES -> {
          byte @Nullable [] bytes = rows.getBytes(column.name());
          if (bytes != null) {
            row.put(column.name(), Base64.getEncoder().encodeToString(bytes));
          }
        }
      }
    }
    return row;
  }

  private static void set(PreparedStatement statement, int place, Column column, ObjectNode row)
      throws SQLException {
    var value = row.path(column.name());
    if (column.kind() == Kind.BYTES && value.isString()) {
      statement.setBytes(place, Base64.getDecoder().decode(value.stringValue()));
    } else {
      set(statement, place, value);
    }
  }

  private static void set(PreparedStatement statement, int place, JsonNode value)
      throws SQLException {
    if (value.isString()) {
      statement.setString(place, value.stringValue());
    } else if (value.isIntegralNumber()) {
      statement.setLong(place, value.longValue());
    } else {
      statement.setNull(place, Types.NULL);
    }
  }
}
