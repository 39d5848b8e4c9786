package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.text;
import static dev.baton.task.TaskStoreFixture.toolCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens when several change at the same time. */
public interface TaskConcurrencyContract extends TaskStoreFixture {
  @Test
  @Timeout(60)
  default void two_hundred_parallel_changes_of_one_task_lose_nothing() throws Exception {
    TaskRecord task = store().create(toolCall(ALICE));

    inParallel(
        200,
        number ->
            store()
                .update(ALICE, task.id(), record -> record.withVariable("v" + number, text("x"))));

    assertThat(load(task).variables()).hasSize(200);
    assertThat(load(task).version()).isEqualTo(201);
  }

  @Test
  @Timeout(60)
  default void of_many_that_complete_a_task_at_the_same_time_one_does() throws Exception {
    TaskRecord task = store().create(toolCall(ALICE));

    List<Boolean> completed = inParallel(32, number -> completes(task, number));

    assertThat(completed).containsOnlyOnce(true);
    assertThat(load(task).version()).isEqualTo(2);
  }

  @Test
  default void a_change_of_what_was_seen_before_loses_nothing_that_others_did_since() {
    TaskRecord seen = store().create(toolCall(ALICE));
    store().update(ALICE, seen.id(), record -> record.withVariable("theirs", text("1")));

    TaskRecord changed =
        store().change(seen, record -> TaskChange.to(record.withVariable("ours", text("2"))));

    assertThat(changed.variables()).containsOnlyKeys("theirs", "ours");
    assertThat(load(seen)).isEqualTo(changed);
    TaskRecord next = store().change(changed, TaskChange::to);
    assertThat(next.version()).isEqualTo(4);
  }

  @Test
  default void a_change_of_what_was_seen_before_it_ended_or_expired_is_refused() {
    TaskRecord ended = store().create(toolCall(ALICE));
    store().update(ALICE, ended.id(), record -> record.cancelled("enough"));
    assertThatThrownBy(() -> store().change(ended, TaskChange::to))
        .isInstanceOf(IllegalTransitionException.class);

    TaskRecord expired = store().create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));
    clock().advance(Duration.ofSeconds(1));
    assertThatThrownBy(() -> store().change(expired, TaskChange::to))
        .isInstanceOf(UnknownTaskException.class);
  }

  @Test
  @Timeout(60)
  default void the_limit_holds_when_many_create_at_the_same_time() throws Exception {
    TaskStore small = open(clock(), TaskLimits.DEFAULT.withLivePerOwner(5));

    List<Boolean> created = inParallel(32, number -> creates(small));

    assertThat(created.stream().filter(done -> done)).hasSize(5);
    assertThat(small.list(ALICE, TaskCursor.START, 10).tasks()).hasSize(5);
  }

  @Test
  @Timeout(60)
  default void a_change_that_is_overtaken_every_time_gives_up() {
    TaskRecord task = store().create(toolCall(ALICE));

    assertThatThrownBy(
            () ->
                store()
                    .update(
                        ALICE,
                        task.id(),
                        record -> {
                          store().update(ALICE, task.id(), TaskConcurrencyContract::overtaken);
                          return record.withStatusMessage("slow");
                        }))
        .isInstanceOf(TaskConflictException.class)
        .hasMessageMatching(
            "Task "
                + task.id()
                + " was changed by others \\d+ times in a row, so this .*; repeat it");
    assertThat(load(task).statusMessage()).contains("fast");
  }

  private static TaskRecord overtaken(TaskRecord record) {
    return record.withStatusMessage("fast");
  }

  private boolean completes(TaskRecord task, int number) {
    try {
      store()
          .update(
              ALICE,
              task.id(),
              record -> record.completedWith(JSON.objectNode().put("number", number)));
      return true;
    } catch (IllegalTransitionException late) {
      return false;
    }
  }

  private boolean creates(TaskStore small) {
    try {
      small.create(toolCall(ALICE));
      return true;
    } catch (TaskLimitException full) {
      return false;
    }
  }

  private static <T> List<T> inParallel(int times, IntFunction<T> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<Callable<T>> calls =
          IntStream.range(0, times).<Callable<T>>mapToObj(n -> () -> work.apply(n)).toList();
      List<T> answers = new ArrayList<>();
      for (Future<T> answer : threads.invokeAll(calls)) {
        answers.add(answer.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }
}
