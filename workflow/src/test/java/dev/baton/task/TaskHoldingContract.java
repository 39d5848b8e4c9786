package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.ids;
import static dev.baton.task.TaskStoreFixture.toolCall;
import static dev.baton.task.TaskStoreFixture.workflowRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who works on a task, and who is alive. */
public interface TaskHoldingContract extends TaskStoreFixture {
  @Test
  default void a_task_keeps_who_holds_it_until_it_is_released_or_ends() {
    String self = store().presence().self();
    TaskRecord held = store().create(toolCall(ALICE).heldBy(self));
    assertThat(load(held).holder()).contains(self);

    store().update(ALICE, held.id(), TaskRecord::released);
    assertThat(load(held).holder()).isEmpty();

    store().update(ALICE, held.id(), record -> record.heldBy("another"));
    assertThat(load(held).holder()).contains("another");

    store().update(ALICE, held.id(), record -> record.cancelled("enough"));
    assertThat(load(held).holder()).isEmpty();
    assertThat(load(store().create(workflowRun(ALICE))).holder()).isEmpty();
  }

  @Test
  default void the_held_tasks_are_those_of_any_owner_that_a_program_works_on() {
    TaskRecord working = store().create(toolCall(ALICE).heldBy("one"));
    TaskRecord ended = store().create(toolCall(ALICE).heldBy("one"));
    store().update(ALICE, ended.id(), record -> record.cancelled("enough"));
    store().create(toolCall(ALICE).heldBy("one").withTimeToLive(Duration.ofMillis(1)));
    clock().advance(Duration.ofMillis(1));
    TaskRecord released = store().create(toolCall(ALICE).heldBy("one"));
    store().update(ALICE, released.id(), TaskRecord::released);
    TaskRecord taken = store().create(toolCall(ALICE));
    store().update(ALICE, taken.id(), record -> record.heldBy("two"));
    clock().advance(Duration.ofMillis(1));
    TaskRecord anothers = store().create(toolCall(BOB).heldBy("two"));
    TaskRecord run = store().create(workflowRun(ALICE).heldBy("one"));

    assertThat(held(TaskKind.TOOL_CALL)).containsExactly(anothers.id(), taken.id(), working.id());
    assertThat(held(TaskKind.WORKFLOW_RUN)).containsExactly(run.id());
  }

  @Test
  default void held_tasks_are_shown_once_each_also_if_they_end_meanwhile() {
    List<TaskId> created = new ArrayList<>();
    for (int number = 0; number < 250; number++) {
      created.add(store().create(toolCall(ALICE).heldBy("one")).id());
      if (number % 2 == 0) {
        clock().advance(Duration.ofMillis(1));
      }
    }

    List<TaskId> seen = new ArrayList<>();
    store()
        .forEachHeld(
            TaskKind.TOOL_CALL,
            task -> {
              seen.add(task.id());
              store().update(ALICE, task.id(), record -> record.cancelled("enough"));
            });

    assertThat(seen).doesNotHaveDuplicates().hasSameElementsAs(created);
    assertThat(held(TaskKind.TOOL_CALL)).isEmpty();
  }

  @Test
  default void a_page_of_held_tasks_holds_at_least_one() {
    assertThatThrownBy(() -> store().listHeld(TaskKind.TOOL_CALL, TaskCursor.START, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A page holds at least 1 task, got limit 0");
  }

  private List<TaskId> held(TaskKind kind) {
    return ids(store().listHeld(kind, TaskCursor.START, 10).tasks());
  }

  @Test
  default void this_program_lives_and_one_that_nobody_knows_does_not() {
    Presence presence = store().presence();
    assertThat(presence.self()).isEqualTo(presence.self());
    assertThat(presence.isAlive(presence.self())).isTrue();
    assertThat(presence.isAlive("12345")).isFalse();
    assertThat(presence.isAlive("-7")).isFalse();
    assertThat(presence.isAlive("nobody")).isFalse();
  }
}
