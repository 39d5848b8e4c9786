package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.toolCall;
import static dev.baton.task.TaskStoreFixture.workflowRun;
import static org.assertj.core.api.Assertions.assertThat;

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
  default void this_program_lives_and_one_that_nobody_knows_does_not() {
    Presence presence = store().presence();
    assertThat(presence.self()).isEqualTo(presence.self());
    assertThat(presence.isAlive(presence.self())).isTrue();
    assertThat(presence.isAlive("12345")).isFalse();
    assertThat(presence.isAlive("-7")).isFalse();
    assertThat(presence.isAlive("nobody")).isFalse();
  }
}
