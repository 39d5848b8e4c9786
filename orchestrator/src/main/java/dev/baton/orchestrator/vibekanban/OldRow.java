package dev.baton.orchestrator.vibekanban;

import dev.baton.orchestrator.call.RequiredText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** A row of a table of vibe-kanban. Versions differ in columns, so each may be missing. */
record OldRow(Map<String, Object> values) {
  /** An id that is made from another, the same at every import. */
  static UUID derived(String purpose, UUID id) {
    return UUID.nameUUIDFromBytes(
        "vibe-kanban %s %s".formatted(purpose, id).getBytes(StandardCharsets.UTF_8));
  }

  /** The first of the columns that has an id; ids are bytes, in few tables text. */
  Optional<UUID> id(String... columns) {
    return Stream.of(columns)
        .flatMap(column -> Optional.ofNullable(values.get(column)).stream())
        .flatMap(value -> asId(value).stream())
        .findFirst();
  }

  private static Optional<UUID> asId(Object value) {
    if (value instanceof byte[] bytes && bytes.length == 16) {
      var buffer = ByteBuffer.wrap(bytes);
      return Optional.of(new UUID(buffer.getLong(), buffer.getLong()));
    }
    try {
      return value instanceof String text ? Optional.of(UUID.fromString(text)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  UUID id() {
    return id("id").orElseThrow(() -> new IllegalStateException("A row without an id"));
  }

  /** The first of the columns that has a text which says something. */
  Optional<String> text(String... columns) {
    return Stream.of(columns)
        .flatMap(column -> Optional.ofNullable(values.get(column)).stream())
        .filter(String.class::isInstance)
        // why: PostgreSQL takes no text with this character
        .map(value -> value.toString().replace("\u0000", ""))
        .filter(value -> !RequiredText.isBlank(value))
        .findFirst();
  }

  Optional<Long> number(String column) {
    return values.get(column) instanceof Number number
        ? Optional.of(number.longValue())
        : Optional.empty();
  }

  boolean flag(String column) {
    return number(column).orElse(0L) != 0;
  }

  /** In milliseconds since 1970; its times are UTC, with a space or a T, with or without a zone. */
  Optional<Long> time(String... columns) {
    return text(columns)
        .flatMap(
            text -> {
              try {
                var plain = text.replace(' ', 'T').replaceFirst("(Z|[+]00:00)$", "");
                return Optional.of(LocalDateTime.parse(plain))
                    .filter(time -> time.getYear() >= 1970 && time.getYear() <= 9999)
                    .map(time -> time.toInstant(ZoneOffset.UTC).toEpochMilli());
              } catch (DateTimeException e) {
                return Optional.empty();
              }
            });
  }

  long created() {
    return time("created_at", "started_at").orElse(0L);
  }
}
