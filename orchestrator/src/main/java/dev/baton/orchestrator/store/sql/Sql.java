package dev.baton.orchestrator.store.sql;

import dev.baton.database.Dialect;
import dev.baton.orchestrator.transcript.Utf8;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Statements on one connection. Values may be ids, texts, numbers, flags, times, paths, constants,
 * and an {@code Optional} of each. Not thread safe.
 */
public final class Sql {
  /** The column of a query that asks for one number. */
  private static final String NUMBER = "value";

  private final Connection connection;
  private final Dialect dialect;

  public Sql(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /** The rows of any table as they are. */
  public RowTable rows(String table) {
    return new RowTable(connection, table);
  }

  /** Lets nobody else hold the lock of this name until the transaction ends. */
  public void lock(String name) {
    try {
      dialect.lock(connection, name);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  /** The time of the database in milliseconds, as an expression. */
  public String now() {
    return dialect.now();
  }

  /** Whether others can use the database at the same time. */
  public boolean isShared() {
    return dialect == Dialect.POSTGRESQL;
  }

  public int update(String sql, Object... values) {
    try (var statement = prepare(sql, values)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  /** Runs one statement with many rows of values. */
  public void insertAll(String sql, List<Object[]> rows) {
    if (rows.isEmpty()) {
      return;
    }
    try (var statement = connection.prepareStatement(sql)) {
      for (var row : rows) {
        set(statement, row);
        statement.addBatch();
      }
      statement.executeBatch();
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  public <T> List<T> list(String sql, Function<Row, T> mapper, Object... values) {
    try (var statement = prepare(sql, values);
        var result = statement.executeQuery()) {
      var row = new Row(result);
      var items = new ArrayList<T>();
      while (result.next()) {
        items.add(mapper.apply(row));
      }
      return items;
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  public <T> Optional<T> find(String sql, Function<Row, T> mapper, Object... values) {
    var items = list(sql, mapper, values);
    if (items.size() > 1) {
      throw new IllegalStateException("One row was expected, got %d".formatted(items.size()));
    }
    return items.stream().findFirst();
  }

  /** The only number of a query that has one, in the column named so. */
  public long number(String sql, Object... values) {
    return list(sql, row -> row.number(NUMBER), values).getFirst();
  }

  /** A constant as columns hold it: {@code IN_REVIEW} is {@code inreview}. */
  public static String stored(Enum<?> constant) {
    return constant.name().replace("_", "").toLowerCase(Locale.ROOT);
  }

  private PreparedStatement prepare(String sql, Object[] values) throws SQLException {
    var statement = connection.prepareStatement(sql);
    try {
      set(statement, values);
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private static void set(PreparedStatement statement, Object[] values) throws SQLException {
    for (int place = 0; place < values.length; place++) {
      set(statement, place + 1, values[place]);
    }
  }

  private static void set(PreparedStatement statement, int place, Object value)
      throws SQLException {
    switch (value) {
      case Optional<?> optional -> {
        if (optional.isPresent()) {
          set(statement, place, optional.get());
        } else {
          statement.setNull(place, Types.NULL);
        }
      }
      case String text -> statement.setString(place, Utf8.storable(text));
      case UUID id -> statement.setString(place, id.toString());
      case Path path -> statement.setString(place, path.toString());
      case Enum<?> constant -> statement.setString(place, stored(constant));
      case Instant time -> statement.setLong(place, time.toEpochMilli());
      case Boolean flag -> statement.setInt(place, flag ? 1 : 0);
      case Integer number -> statement.setInt(place, number);
      case Long number -> statement.setLong(place, number);
      default ->
          throw new IllegalArgumentException(
              "A %s cannot be stored".formatted(value.getClass().getName()));
    }
  }
}
