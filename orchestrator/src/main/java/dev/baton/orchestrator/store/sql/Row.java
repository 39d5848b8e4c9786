package dev.baton.orchestrator.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row that a query has come to. */
public final class Row {
  private final ResultSet result;

  Row(ResultSet result) {
    this.result = result;
  }

  public UUID id(String column) {
    return UUID.fromString(text(column));
  }

  public Optional<UUID> findId(String column) {
    return findText(column).map(UUID::fromString);
  }

  public String text(String column) {
    return findText(column)
        .orElseThrow(() -> new IllegalStateException("Column %s is null".formatted(column)));
  }

  public Optional<String> findText(String column) {
    try {
      @Nullable String value = result.getString(column);
      return Optional.ofNullable(value);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  public long number(String column) {
    try {
      return result.getLong(column);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  public Optional<Long> findNumber(String column) {
    try {
      long value = result.getLong(column);
      return result.wasNull() ? Optional.empty() : Optional.of(value);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  public boolean flag(String column) {
    return number(column) != 0;
  }

  public Instant time(String column) {
    return Instant.ofEpochMilli(number(column));
  }

  public Optional<Instant> findTime(String column) {
    return findNumber(column).map(Instant::ofEpochMilli);
  }

  public <E extends Enum<E>> E constant(String column, Class<E> type) {
    var stored = text(column);
    for (var constant : type.getEnumConstants()) {
      if (Sql.stored(constant).equals(stored)) {
        return constant;
      }
    }
    throw new IllegalStateException("Column %s is '%s', no %s".formatted(column, stored, type));
  }
}
