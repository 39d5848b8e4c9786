package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.toolCall;
import static dev.baton.task.TaskStoreFixture.workflowRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A task exists until its time is over, and not a moment longer. */
public interface TaskExpiryContract extends TaskStoreFixture {
  @Test
  default void a_task_exists_until_its_time_to_live_is_over() {
    TaskRecord task = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(10)));

    clock().advance(Duration.ofSeconds(10).minusMillis(1));
    assertThat(store().find(ALICE, task.id())).contains(task);

    clock().advance(Duration.ofMillis(1));
    assertThat(store().find(ALICE, task.id())).isEmpty();
    assertThat(store().list(ALICE, TaskCursor.START, 10).tasks()).isEmpty();
  }

  @Test
  default void a_final_task_expires_too() {
    TaskRecord task = taskThatIs(TaskStatus.COMPLETED);

    clock().advance(task.timeToLive());

    assertThat(store().find(ALICE, task.id())).isEmpty();
  }

  @Test
  default void a_tool_call_lives_an_hour_and_a_workflow_run_seven_days() {
    assertThat(store().create(toolCall(ALICE)).timeToLive()).isEqualTo(Duration.ofHours(1));
    assertThat(store().create(workflowRun(ALICE)).timeToLive()).isEqualTo(Duration.ofDays(7));
  }

  @Test
  default void a_renewed_task_lives_from_the_moment_of_its_renewal() {
    TaskRecord task = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(10)));
    clock().advance(Duration.ofSeconds(9));

    TaskRecord renewed =
        store()
            .update(
                ALICE,
                task.id(),
                record -> record.renewedFor(Duration.ofSeconds(10), clock().instant()));
    assertThat(renewed.timeToLive()).isEqualTo(Duration.ofSeconds(10));

    clock().advance(Duration.ofSeconds(10).minusMillis(1));
    assertThat(store().sweep(clock().instant())).isEmpty();
    assertThat(store().find(ALICE, task.id())).contains(renewed);

    clock().advance(Duration.ofMillis(1));
    assertThat(store().find(ALICE, task.id())).isEmpty();
  }

  @Test
  default void a_change_that_is_under_way_when_its_task_expires_does_not_bring_it_back() {
    TaskRecord task = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(10)));

    assertThatThrownBy(
            () ->
                store()
                    .update(
                        ALICE,
                        task.id(),
                        record -> {
                          clock().advance(Duration.ofSeconds(10));
                          return record.renewedFor(Duration.ofDays(1), clock().instant());
                        }))
        .isInstanceOf(UnknownTaskException.class);
    assertThat(store().find(ALICE, task.id())).isEmpty();
    assertThat(store().sweep(clock().instant())).containsExactly(task.id());
  }

  @Test
  default void a_sweep_returns_what_expired_once_and_leaves_the_rest() {
    TaskRecord early = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));
    clock().advance(Duration.ofMillis(1));
    TaskRecord anothers = store().create(toolCall(BOB).withTimeToLive(Duration.ofSeconds(1)));
    TaskRecord staying = store().create(toolCall(ALICE));
    clock().advance(Duration.ofSeconds(1));

    assertThat(store().sweep(clock().instant()))
        .containsExactlyInAnyOrder(anothers.id(), early.id());
    assertThat(store().sweep(clock().instant())).isEmpty();
    assertThat(store().find(ALICE, staying.id())).contains(staying);
  }

  @Test
  default void a_sweep_before_the_time_is_over_removes_nothing() {
    TaskRecord task = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));

    assertThat(store().sweep(task.expiresAt().minusMillis(1))).isEmpty();
    assertThat(store().sweep(task.expiresAt())).containsExactly(task.id());
    assertThat(store().find(ALICE, task.id())).isEmpty();
  }

  @Test
  default void a_sweep_takes_what_expired_in_the_hours_before_and_in_this_one() {
    TaskRecord first = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));
    clock().advance(Duration.ofHours(2));
    TaskRecord second = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));
    TaskRecord staying = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(2)));
    clock().advance(Duration.ofSeconds(1));

    assertThat(store().sweep(clock().instant())).containsExactlyInAnyOrder(first.id(), second.id());
    assertThat(store().find(ALICE, staying.id())).contains(staying);
  }

  @Test
  default void a_sweep_takes_any_number() {
    TaskStore large = open(clock(), TaskLimits.DEFAULT.withLivePerOwner(2000));
    for (int number = 0; number < 1100; number++) {
      large.create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));
    }
    clock().advance(Duration.ofSeconds(1));

    assertThat(large.sweep(clock().instant())).doesNotHaveDuplicates().hasSize(1100);
    assertThat(large.sweep(clock().instant())).isEmpty();
  }
}
