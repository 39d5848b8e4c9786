package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import dev.baton.orchestrator.process.Stopper.StopOutcome;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** That a stop leaves nothing behind, however a program resists. */
class StopperTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final StopPatience PATIENT = new StopPatience(LONG, LONG, LONG);

  @AutoClose private final TestRuns runs = new TestRuns();

  @Test
  void a_program_that_heeds_the_interrupt_ends_by_itself() {
    var run = startReady("trap 'exit 3' INT; echo ready; while :; do sleep 0.05; done");

    var outcome = runs.stop(run, PATIENT, false);
    assertThat(outcome.isComplete()).isTrue();
    assertThat(outcome.ended()).isGreaterThanOrEqualTo(1);
    assertThat(runs.awaitEnd(run.processId()).summary()).isEqualTo("exit code 3");
  }

  @Test
  void a_program_that_ignores_the_interrupt_is_terminated() {
    var run = startReady("trap '' INT; echo ready; while :; do sleep 0.05; done");
    var patience = new StopPatience(Duration.ofMillis(100), LONG, LONG);

    assertThat(runs.stop(run, patience, false).isComplete()).isTrue();
    assertThat(runs.awaitEnd(run.processId()).summary()).isEqualTo("signal 15 (TERM)");
  }

  @Test
  void a_program_that_ignores_everything_is_killed_and_its_end_is_noted() {
    var run = startReady("trap '' INT TERM HUP; echo ready; while :; do sleep 0.05; done");

    assertThat(runs.stop(run, false).isComplete()).isTrue();
    assertThat(runs.awaitEnd(run.processId()).summary()).isEqualTo("signal 9 (KILL)");
  }

  @Test
  void force_kills_at_once() {
    var run = startReady("trap 'exit 3' INT TERM; echo ready; while :; do sleep 0.05; done");

    assertThat(runs.stop(run, PATIENT, true).isComplete()).isTrue();
    assertThat(runs.awaitEnd(run.processId()).summary()).isEqualTo("signal 9 (KILL)");
  }

  @Test
  void a_detached_grandchild_that_ignores_terminate_is_gone_when_the_call_answers() {
    var run =
        startReady(
            """
            setsid sh -c 'trap "" TERM INT HUP; echo ready; while :; do sleep 1; done' &
            wait
            """);

    assertThat(runs.stop(run, false).isComplete()).isTrue();
    assertThat(runs.marked(run.processId())).isEmpty();
  }

  @Test
  void a_grandchild_that_lost_its_parent_and_its_session_is_found_by_its_marker() {
    var run =
        startReady(
            """
            (setsid sh -c 'trap "" TERM INT HUP; echo ready; while :; do sleep 1; done' &)
            sleep 100
            """);

    assertThat(runs.stop(run, false).isComplete()).isTrue();
    assertThat(runs.marked(run.processId())).isEmpty();
  }

  @Test
  void a_child_without_the_marker_is_known_from_before_the_first_signal() {
    // why: it loses its parent by the interrupt, and had no other tie than that
    var id = UUID.randomUUID().toString();
    var run =
        startReady(
            """
            trap 'exit 0' INT
            env -i PATH="$PATH" SECOND_MARKER=%s setsid sh -c \
              'trap "" TERM INT HUP; echo ready; while :; do sleep 1; done' &
            while :; do sleep 0.05; done
            """
                .formatted(id));

    assertThat(runs.stop(run, false).isComplete()).isTrue();
    assertThat(runs.processes().list())
        .noneMatch(entry -> runs.processes().isStartedWith(entry.pid(), "SECOND_MARKER", id));
  }

  @Test
  void what_a_program_left_behind_can_be_stopped_after_its_end() {
    var command = runs.shell("setsid sleep 1000 & setsid sleep 1000 & echo done");
    runs.launch(command);
    runs.awaitEnd(command.processId());
    assertThat(runs.marked(command.processId())).isNotEmpty();

    var outcome = runs.stop(runs.run(command.processId()), false);
    assertThat(outcome.isComplete()).isTrue();
    assertThat(runs.marked(command.processId())).isEmpty();
  }

  @Test
  void stopping_twice_is_no_mistake() {
    var run = runs.start(runs.shell("sleep 100"));
    assertThat(runs.stop(run, false).ended()).isPositive();
    assertThat(runs.stop(run, false)).isEqualTo(new StopOutcome(0, List.of()));
  }

  @Test
  void whoever_has_got_the_pid_since_is_left_alone() {
    var other = runs.start(runs.shell("sleep 100"));
    var former = new ProcessIdentity(other.wrapper().pid(), 1, other.wrapper().bootId());
    var gone = new RunningProgram(UUID.randomUUID(), other.directory(), former, former);

    assertThat(runs.stop(gone, false)).isEqualTo(new StopOutcome(0, List.of()));
    assertThat(runs.processes().isAlive(other.program())).isTrue();
  }

  @Test
  void what_does_not_end_in_time_is_named() {
    var run = startReady("trap '' INT TERM; echo ready; while :; do sleep 0.05; done");
    var none = new StopPatience(Duration.ZERO, Duration.ZERO, Duration.ofNanos(-1));

    var outcome = runs.stop(run, none, false);
    assertThat(outcome.isComplete()).isFalse();
    assertThat(outcome.survivors())
        .anySatisfy(survivor -> assertThat(survivor).startsWith(run.program().pid() + " sh -c "));
  }

  private RunningProgram startReady(String script) {
    var run = runs.start(runs.shell(script));
    runs.awaitOutput(run.processId(), "ready");
    return run;
  }
}
