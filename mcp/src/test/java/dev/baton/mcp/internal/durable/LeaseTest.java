package dev.baton.mcp.internal.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.task.InMemoryTaskStore;
import dev.baton.task.NewTask;
import dev.baton.task.Presence;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.internal.record.RunVariables;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** Who has a durable run. */
class LeaseTest {
  /** This process is "here", and "beside" lives too. */
  private static final Presence PRESENCE =
      new Presence() {
        @Override
        public String self() {
          return "here";
        }

        @Override
        public boolean isAlive(String program) {
          return program.equals("here") || program.equals("beside");
        }
      };

  private static final TaskRecord RUN =
      new InMemoryTaskStore(Clock.systemUTC(), TaskLimits.DEFAULT)
          .create(
              NewTask.of(
                  TaskOwner.LOCAL, TaskKind.WORKFLOW_RUN, Json.object(), TaskLimits.DEFAULT));

  private static Lease lease(TaskRecord run) {
    return Lease.of(run, PRESENCE, false);
  }

  @Test
  void a_run_without_a_holder_is_free() {
    assertThat(lease(RUN)).isEqualTo(new Lease.Free());
    assertThat(lease(RUN).isUnderWay()).isFalse();
  }

  @Test
  void a_run_that_a_thread_has_locked_is_ours_whatever_its_record_says() {
    assertThat(Lease.of(RUN, PRESENCE, true)).isEqualTo(new Lease.Ours());
    assertThat(Lease.of(RUN.heldBy("here"), PRESENCE, true)).isEqualTo(new Lease.Ours());
    assertThat(Lease.of(RUN.heldBy("dead"), PRESENCE, true).isUnderWay()).isTrue();
  }

  @Test
  void a_run_that_a_living_process_holds_is_elsewhere_even_if_a_thread_waits_for_it_here() {
    assertThat(lease(RUN.heldBy("beside"))).isEqualTo(new Lease.Elsewhere());
    assertThat(Lease.of(RUN.heldBy("beside"), PRESENCE, true)).isEqualTo(new Lease.Elsewhere());
  }

  @Test
  void a_run_that_a_dead_process_holds_is_abandoned() {
    assertThat(lease(RUN.heldBy("dead")))
        .isEqualTo(new Lease.Abandoned("the server stopped while it ran"));
  }

  @Test
  void a_run_that_this_process_holds_and_does_not_work_on_is_abandoned() {
    assertThat(lease(RUN.heldBy("here")))
        .isEqualTo(new Lease.Abandoned("the store did not take what came of it"));
  }

  @Test
  void a_run_with_a_step_under_way_that_nobody_holds_is_abandoned() {
    var progress = Json.parseObject("{\"steps\": [{\"name\": \"a\", \"status\": \"running\"}]}");
    assertThat(lease(RUN.withVariable(RunVariables.PROGRESS, progress)))
        .isInstanceOf(Lease.Abandoned.class);
  }

  @Test
  void a_run_that_has_ended_is_final() {
    assertThat(lease(RUN.heldBy("dead").completedWith(Json.object()))).isEqualTo(new Lease.Final());
  }
}
