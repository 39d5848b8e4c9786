package dev.baton.app.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import org.junit.jupiter.api.Test;

/** When a verb that waits for the end of a run has waited long enough. */
class AttemptWaitTest {
  @Test
  void an_attempt_in_line_is_waited_for_and_one_that_was_stopped_there_is_not() {
    assertThat(isOver("{'state': 'idle', 'waiting': {'position': 1}}")).isFalse();
    assertThat(isOver("{'state': 'idle', 'waiting': null}")).isTrue();
  }

  @Test
  void a_message_that_is_queued_is_waited_for_unless_it_is_held() {
    assertThat(isOver("{'state': 'running', 'waiting': null}")).isFalse();
    assertThat(isOver("{'state': 'completed', 'queue_length': 1}")).isFalse();
    assertThat(isOver("{'state': 'failed', 'queue_length': 1, 'queue_held': true}")).isTrue();
    assertThat(isOver("{'state': 'completed', 'queue_length': 0}")).isTrue();
  }

  private static boolean isOver(String status) {
    return AttemptWait.isOver(Json.parseObject(status.replace('\'', '"')));
  }
}
