package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.ids;
import static dev.baton.task.TaskStoreFixture.toolCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Another owner's task does not exist. */
public interface TaskOwnerContract extends TaskStoreFixture {
  @Test
  default void another_owner_neither_finds_nor_lists_nor_changes_a_task() {
    TaskRecord task = store().create(toolCall(ALICE));
    TaskRecord own = store().create(toolCall(BOB));

    assertThat(store().find(BOB, task.id())).isEmpty();
    assertThat(ids(store().list(BOB, TaskCursor.START, 10).tasks())).containsExactly(own.id());
    assertThatThrownBy(() -> store().update(BOB, task.id(), record -> record.cancelled("mine")))
        .isInstanceOf(UnknownTaskException.class);
    assertThat(load(task)).isEqualTo(task);
  }

  @Test
  default void unknown_expired_and_anothers_give_the_same_answer() {
    TaskRecord expired = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));
    TaskRecord anothers = store().create(toolCall(BOB));
    clock().advance(Duration.ofSeconds(1));

    assertUnknown(TaskId.random());
    assertUnknown(new TaskId("zero \0"));
    assertUnknown(new TaskId("half a character \ud83d"));
    assertUnknown(expired.id());
    assertUnknown(anothers.id());
  }

  private void assertUnknown(TaskId id) {
    assertThat(store().find(ALICE, id)).isEmpty();
    assertThat(store().findResult(ALICE, id, "deploy")).isEmpty();
    assertThatThrownBy(() -> store().update(ALICE, id, record -> record))
        .isInstanceOf(UnknownTaskException.class)
        .hasMessage("Task %s not found: unknown, expired, or another owner's", id);
  }
}
