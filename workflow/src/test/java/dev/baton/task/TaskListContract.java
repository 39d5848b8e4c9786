package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.ids;
import static dev.baton.task.TaskStoreFixture.toolCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A list shows everything once, newest first. */
public interface TaskListContract extends TaskStoreFixture {
  @Test
  default void the_newest_task_comes_first_and_of_the_same_age_the_smallest_id() {
    List<TaskRecord> created = createWithTies(3, 4);

    List<TaskId> expected =
        ids(
            created.stream()
                .sorted(
                    Comparator.comparing(TaskRecord::createdAt)
                        .reversed()
                        .thenComparing(task -> task.id().value()))
                .toList());
    assertThat(ids(store().list(ALICE, TaskCursor.START, 100).tasks())).isEqualTo(expected);
    assertThat(walk(ALICE, 1)).isEqualTo(expected);
    assertThat(walk(ALICE, 5)).isEqualTo(expected);
  }

  @Test
  default void the_live_tasks_of_an_owner_are_those_that_are_not_final() {
    TaskRecord working = store().create(toolCall(ALICE));
    taskThatIs(TaskStatus.CANCELLED);
    store().create(toolCall(ALICE).withTimeToLive(Duration.ofMillis(1)));
    clock().advance(Duration.ofMillis(1));
    TaskRecord waiting = taskThatIs(TaskStatus.INPUT_REQUIRED);
    store().create(toolCall(BOB));

    TaskPage first = store().listLive(ALICE, TaskCursor.START, 1);
    assertThat(ids(first.tasks())).containsExactly(waiting.id());
    TaskPage second = store().listLive(ALICE, first.next().orElseThrow(), 1);
    assertThat(ids(second.tasks())).containsExactly(working.id());
    assertThat(second.next()).isEmpty();
  }

  @Test
  default void the_last_page_has_no_next_one() {
    createWithTies(1, 4);

    assertThat(store().list(ALICE, TaskCursor.START, 4).next()).isEmpty();
    assertThat(store().list(ALICE, TaskCursor.START, Integer.MAX_VALUE).next()).isEmpty();
    assertThat(store().list(BOB, TaskCursor.START, 4)).isEqualTo(TaskPage.of(List.of(), 4));

    TaskPage three = store().list(ALICE, TaskCursor.START, 3);
    assertThat(three.tasks()).hasSize(3);
    TaskPage rest = store().list(ALICE, three.next().orElseThrow(), 3);
    assertThat(rest.tasks()).hasSize(1);
    assertThat(rest.next()).isEmpty();
  }

  @Test
  default void tasks_that_are_added_between_pages_make_none_skipped_or_repeated() {
    List<TaskId> existing = ids(createWithTies(5, 3));
    clock().advance(Duration.ofMillis(-1));

    List<TaskId> seen =
        walk(
            ALICE,
            2,
            () -> {
              store().create(toolCall(ALICE));
              clock().advance(Duration.ofMillis(1));
            });

    assertThat(seen).doesNotHaveDuplicates().containsAll(existing);
  }

  @Test
  default void a_page_continues_even_if_the_task_it_ended_with_is_gone() {
    TaskRecord oldest = store().create(toolCall(ALICE));
    clock().advance(Duration.ofMillis(1));
    store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));

    TaskPage first = store().list(ALICE, TaskCursor.START, 1);
    clock().advance(Duration.ofSeconds(1));
    assertThat(store().sweep(clock().instant())).hasSize(1);

    TaskPage second = store().list(ALICE, first.next().orElseThrow(), 1);
    assertThat(second.tasks()).containsExactly(oldest);
  }

  @Test
  default void a_change_does_not_move_a_task_in_the_list() {
    List<TaskRecord> created = createWithTies(3, 1);
    List<TaskId> before = walk(ALICE, 2);

    store().update(ALICE, created.get(0).id(), record -> record.withStatusMessage("touched"));

    assertThat(walk(ALICE, 2)).isEqualTo(before);
    assertThat(new HashSet<>(before)).isEqualTo(new HashSet<>(ids(created)));
  }

  @Test
  default void a_page_of_nothing_is_refused() {
    assertThatThrownBy(() -> store().list(ALICE, TaskCursor.START, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A page holds at least 1 task, got limit 0");
  }

  private List<TaskRecord> createWithTies(int moments, int tasksEach) {
    List<TaskRecord> created = new ArrayList<>();
    for (int moment = 0; moment < moments; moment++) {
      for (int task = 0; task < tasksEach; task++) {
        created.add(store().create(toolCall(ALICE)));
      }
      clock().advance(Duration.ofMillis(1));
    }
    return created;
  }
}
