package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskCursorTest {
  private static final Instant NOW = Instant.parse("2026-11-15T10:00:00.123Z");

  @Test
  void it_comes_back_as_it_was_sent() {
    var cursor = new TaskCursor(NOW, TaskId.random());

    assertThat(TaskCursor.parse(cursor.encode())).isEqualTo(cursor);
    assertThat(TaskCursor.parse(TaskCursor.START.encode())).isEqualTo(TaskCursor.START);
    assertThat(cursor.encode()).matches("[A-Za-z0-9_-]+");
  }

  @Test
  void the_start_is_before_every_task_and_older_and_larger_are_behind() {
    var cursor = new TaskCursor(NOW, new TaskId("b"));

    assertThat(TaskCursor.START).isLessThan(cursor);
    assertThat(cursor).isLessThan(new TaskCursor(NOW, new TaskId("c")));
    assertThat(cursor).isLessThan(new TaskCursor(NOW.minusMillis(1), new TaskId("a")));
    assertThat(cursor).isEqualByComparingTo(new TaskCursor(NOW.plusNanos(999), new TaskId("b")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "abc", "!!!", "null", "0", "MTIz", "{\"a\":1}"})
  void garbage_is_refused(String garbage) {
    assertThatThrownBy(() -> TaskCursor.parse(garbage))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'%s' is no cursor of a task list; pass the one from the page before, or none to start over",
            garbage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1:", "1: ", ":a", "x:a", "1:a\u0000", "007:a", "9999999999999999:a"})
  void what_only_looks_like_a_cursor_is_refused(String plain) {
    String encoded = Base64.getUrlEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> TaskCursor.parse(encoded))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
