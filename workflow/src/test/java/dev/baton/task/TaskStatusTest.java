package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskStatusTest {
  @ParameterizedTest
  @CsvSource({
    "WORKING,        working,        true,  true,  true,  true,  true",
    "INPUT_REQUIRED, input_required, true,  true,  true,  true,  true",
    "COMPLETED,      completed,      false, false, false, false, false",
    "FAILED,         failed,         false, false, false, false, false",
    "CANCELLED,      cancelled,      false, false, false, false, false"
  })
  void the_table_says_what_may_follow(
      TaskStatus from,
      String wireName,
      boolean working,
      boolean inputRequired,
      boolean completed,
      boolean failed,
      boolean cancelled) {
    assertThat(from.wireName()).isEqualTo(wireName);
    assertThat(from.mayBecome(TaskStatus.WORKING)).isEqualTo(working);
    assertThat(from.mayBecome(TaskStatus.INPUT_REQUIRED)).isEqualTo(inputRequired);
    assertThat(from.mayBecome(TaskStatus.COMPLETED)).isEqualTo(completed);
    assertThat(from.mayBecome(TaskStatus.FAILED)).isEqualTo(failed);
    assertThat(from.mayBecome(TaskStatus.CANCELLED)).isEqualTo(cancelled);
    assertThat(from.isFinal()).isEqualTo(!working);
  }
}
