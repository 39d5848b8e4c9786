package dev.baton.orchestrator.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptState.Completed;
import dev.baton.orchestrator.attempt.AttemptState.Failed;
import dev.baton.orchestrator.attempt.AttemptState.InLine;
import dev.baton.orchestrator.attempt.AttemptState.NotBegun;
import dev.baton.orchestrator.attempt.AttemptState.Running;
import dev.baton.orchestrator.attempt.AttemptState.Stopped;
import org.junit.jupiter.api.Test;

class AttemptStateTest {
  private static final Failed FAILED = new Failed("exit code 3");

  @Test
  void only_legal_changes_of_state_are_allowed() {
    assertThat(new NotBegun().mayBecome(new Running())).isTrue();
    assertThat(new NotBegun().mayBecome(new Completed())).isFalse();
    assertThat(new Running().mayBecome(new NotBegun())).isFalse();
    assertThat(new Completed().mayBecome(FAILED)).isFalse();
    assertThat(FAILED.mayBecome(new Running())).isTrue();
  }

  @Test
  void callers_see_a_failure_where_somebody_stopped_the_last_turn() {
    var stopped = new Stopped("stopped, signal 2", "ana");
    assertThat(stopped.name().wireName()).isEqualTo("failed");
    assertThat(new Running().mayBecome(stopped)).isTrue();
    assertThat(stopped.mayBecome(new Running())).isTrue();
    assertThat(new Completed().mayBecome(stopped)).isFalse();
    assertThat(new InLine(1, stopped).failureSummary()).contains("stopped, signal 2");
    assertThat(new InLine(1, stopped).stoppedBy()).contains("ana");
    assertThat(FAILED.stoppedBy()).isEmpty();
  }

  @Test
  void an_attempt_in_line_may_become_what_it_might_before() {
    assertThat(new InLine(1, new NotBegun()).mayBecome(new Running())).isTrue();
    assertThat(new InLine(1, new Completed()).mayBecome(FAILED)).isFalse();
  }

  @Test
  void an_attempt_in_line_is_called_as_it_was_before() {
    assertThat(new InLine(1, new NotBegun()).name().wireName()).isEqualTo("idle");
    assertThat(new InLine(1, FAILED).name().wireName()).isEqualTo("failed");
    assertThat(new InLine(1, FAILED).failureSummary()).contains("exit code 3");
    assertThat(new InLine(7, FAILED).findTicket()).contains(7L);
    assertThat(FAILED.findTicket()).isEmpty();
  }
}
