package dev.baton.task;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the list of an owner's tasks, which is newest first and, of the same age, smallest id
 * first. It names the last task that was shown, not a number, so that tasks which come or go in the
 * meantime move nothing. Immutable, thread safe.
 *
 * @param createdAt of the last task that was shown, in milliseconds
 * @param id of the last task that was shown
 */
public record TaskCursor(Instant createdAt, TaskId id) implements Comparable<TaskCursor> {
  /** Before the newest task; the end of the year 9999, because databases know no later time. */
  public static final TaskCursor START =
      new TaskCursor(Instant.parse("9999-12-31T23:59:59.999Z"), new TaskId("0"));

  private static final Comparator<TaskCursor> LIST_ORDER =
      Comparator.comparing(TaskCursor::createdAt, Comparator.reverseOrder())
          .thenComparing(cursor -> cursor.id().value());

  private static final Pattern DECODED = Pattern.compile("(-?\\d{1,15}):(\\P{Cntrl}+)");

  public TaskCursor {
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /** The place right behind this task. */
  public static TaskCursor after(TaskRecord task) {
    return new TaskCursor(task.createdAt(), task.id());
  }

  /**
   * Reads what {@link #encode()} wrote.
   *
   * @throws IllegalArgumentException if it did not write this
   */
  public static TaskCursor parse(String encoded) {
    Matcher parts = DECODED.matcher(decode(encoded));
    if (!parts.matches() || parts.group(2).isBlank()) {
      throw unreadable(encoded);
    }
    var cursor =
        new TaskCursor(
            Instant.ofEpochMilli(Long.parseLong(parts.group(1))), new TaskId(parts.group(2)));
    if (!cursor.encode().equals(encoded)) {
      throw unreadable(encoded);
    }
    return cursor;
  }

  /** A string to hand to a client, who only hands it back. */
  public String encode() {
    String plain = createdAt.toEpochMilli() + ":" + id;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  /** Negative if this place is nearer to the start of the list. */
  @Override
  public int compareTo(TaskCursor other) {
    return LIST_ORDER.compare(this, other);
  }

  private static String decode(String encoded) {
    try {
      return new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notBase64) {
      throw unreadable(encoded);
    }
  }

  private static IllegalArgumentException unreadable(String encoded) {
    return new IllegalArgumentException(
        "'%s' is no cursor of a task list; pass the one from the page before, or none to start over"
            .formatted(encoded));
  }
}
