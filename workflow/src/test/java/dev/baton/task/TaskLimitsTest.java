package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskLimitsTest {
  private final TaskLimits limits = TaskLimits.DEFAULT;

  @ParameterizedTest
  @CsvSource({
    "1, 1000",
    "999, 1000",
    "1000, 1000",
    "1001, 1001",
    "604800000, 604800000",
    "604800001, 604800000",
    "9223372036854775807, 604800000"
  })
  void a_wish_is_raised_to_a_second_and_cut_to_seven_days(long wished, long granted) {
    assertThat(limits.timeToLive(wished)).isEqualTo(Duration.ofMillis(granted));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void a_wish_for_nothing_or_less_is_refused(long wished) {
    assertThatThrownBy(() -> limits.timeToLive(wished))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A time to live is a positive number of milliseconds, got %d; leave it out for the default of 3600000",
            wished);
  }

  @Test
  void the_defaults_are_those_of_the_specification() {
    assertThat(limits.livePerOwner()).isEqualTo(1000);
    assertThat(limits.variableBytes()).isEqualTo(1_048_576);
    assertThat(limits.defaultPollInterval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(limits.defaultTimeToLive(TaskKind.TOOL_CALL)).isEqualTo(Duration.ofHours(1));
    assertThat(limits.defaultTimeToLive(TaskKind.WORKFLOW_RUN)).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void limits_that_contradict_each_other_are_refused() {
    Duration second = Duration.ofSeconds(1);
    Duration hour = Duration.ofHours(1);

    assertThatThrownBy(() -> limits.withLivePerOwner(0))
        .hasMessage("livePerOwner must be positive, got 0");
    assertThatThrownBy(() -> limits.withVariableBytes(-1))
        .hasMessage("variableBytes must be positive, got -1");
    assertThatThrownBy(() -> new TaskLimits(1, 1, hour, second, second, second))
        .hasMessage("defaultTimeToLive must be from PT1S to PT1S, got PT1H");
    assertThatThrownBy(() -> new TaskLimits(1, 1, hour, Duration.ZERO, hour, second))
        .hasMessage("minTimeToLive must be positive, got PT0S");
    assertThatThrownBy(() -> new TaskLimits(1, 1, hour, second, hour, Duration.ZERO))
        .hasMessage("defaultPollInterval must be positive, got PT0S");
  }

  @Test
  void a_task_without_a_time_to_live_is_refused() {
    NewTask task = TaskStoreFixture.toolCall(TaskOwner.LOCAL);

    assertThatThrownBy(() -> task.withTimeToLive(Duration.ofNanos(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The time to live of a task is at least 1 ms, got PT0.000000005S");
  }
}
