package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InMemoryTaskStoreTest extends TaskStoreContract {
  @Override
  public TaskStore open(Clock clock, TaskLimits limits) {
    return new InMemoryTaskStore(clock, limits);
  }

  @Test
  @Timeout(30)
  void a_hundred_thousand_tasks_of_one_owner_are_made_and_paged_without_looking_at_all_each_time() {
    TaskStore large = open(clock(), TaskLimits.DEFAULT.withLivePerOwner(100_000));
    for (int task = 0; task < 100_000; task++) {
      large.create(TaskStoreFixture.toolCall(ALICE));
      clock().advance(Duration.ofMillis(1));
    }

    int seen = 0;
    TaskPage page = large.list(ALICE, TaskCursor.START, 10);
    while (page.next().isPresent()) {
      seen += page.tasks().size();
      page = large.list(ALICE, page.next().orElseThrow(), 10);
    }
    assertThat(seen + page.tasks().size()).isEqualTo(100_000);
  }

  @Test
  void it_does_not_promise_to_outlive_the_process() {
    assertThat(store().isDurable()).isFalse();
  }

  @Test
  void a_caller_cannot_change_the_store_through_a_list_of_held_tasks() {
    TaskRecord task = store().create(TaskStoreFixture.toolCall(ALICE).heldBy("somebody"));

    TaskPage held = store().listHeld(TaskKind.TOOL_CALL, TaskCursor.START, 1);
    held.tasks().get(0).subject().put("tool", "changed");

    assertThat(load(task)).isEqualTo(task);
  }
}
