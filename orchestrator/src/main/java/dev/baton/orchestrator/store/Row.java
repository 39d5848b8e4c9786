package dev.baton.orchestrator.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row that a query has come to. */
final class Row {
  private final ResultSet result;

  Row(ResultSet result) {
    this.result = result;
  }

  UUID id(String column) {
    return UUID.fromString(text(column));
  }

  Optional<UUID> findId(String column) {
    return findText(column).map(UUID::fromString);
  }

  String text(String column) {
    return findText(column)
        .orElseThrow(() -> new IllegalStateException("Column %s is null".formatted(column)));
  }

  Optional<String> findText(String column) {
    try {
      @Nullable String value = result.getString(column);
      return Optional.ofNullable(value);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  long number(String column) {
    try {
      return result.getLong(column);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  Optional<Long> findNumber(String column) {
    try {
      long value = result.getLong(column);
      return result.wasNull() ? Optional.empty() : Optional.of(value);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  boolean flag(String column) {
    return number(column) != 0;
  }

  Instant time(String column) {
    return Instant.ofEpochMilli(number(column));
  }

  Optional<Instant> findTime(String column) {
    return findNumber(column).map(Instant::ofEpochMilli);
  }

  <E extends Enum<E>> E constant(String column, Class<E> type) {
    var stored = text(column);
    for (var constant : type.getEnumConstants()) {
      if (Sql.stored(constant).equals(stored)) {
        return constant;
      }
    }
    throw new IllegalStateException("Column %s is '%s', no %s".formatted(column, stored, type));
  }
}
