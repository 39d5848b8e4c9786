package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.text;
import static dev.baton.task.TaskStoreFixture.toolCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A limit refuses what is beyond it, and loses nothing else. */
public interface TaskLimitContract extends TaskStoreFixture {
  @Test
  default void an_owner_at_the_limit_gets_no_further_task_and_others_do() {
    TaskStore small = open(clock(), TaskLimits.DEFAULT.withLivePerOwner(2));
    small.create(toolCall(ALICE));
    small.create(toolCall(ALICE));

    assertThatThrownBy(() -> small.create(toolCall(ALICE)))
        .isInstanceOf(TaskLimitException.class)
        .hasMessage(
            "Owner 'alice' has reached the limit of 2 live tasks; complete or cancel one, or wait until one expires");
    assertThat(small.list(ALICE, TaskCursor.START, 10).tasks()).hasSize(2);
    assertThatCode(() -> small.create(toolCall(BOB))).doesNotThrowAnyException();
  }

  @Test
  default void a_task_that_ends_makes_room_for_another() {
    TaskStore small = open(clock(), TaskLimits.DEFAULT.withLivePerOwner(1));
    for (int round = 0; round < 3; round++) {
      TaskRecord task = small.create(toolCall(ALICE));
      assertThatThrownBy(() -> small.create(toolCall(ALICE)))
          .isInstanceOf(TaskLimitException.class);
      small.update(ALICE, task.id(), record -> record.cancelled("done"));
    }
    assertThat(small.list(ALICE, TaskCursor.START, 10).tasks()).hasSize(3);
  }

  @Test
  default void a_task_that_expires_makes_room_before_anybody_sweeps() {
    TaskStore small = open(clock(), TaskLimits.DEFAULT.withLivePerOwner(1));
    TaskRecord task = small.create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));
    clock().advance(Duration.ofSeconds(1));

    small.create(toolCall(ALICE));

    assertThat(small.sweep(clock().instant())).containsExactly(task.id());
    assertThatThrownBy(() -> small.create(toolCall(ALICE))).isInstanceOf(TaskLimitException.class);
  }

  @Test
  default void a_renewed_task_still_counts() {
    TaskStore small = open(clock(), TaskLimits.DEFAULT.withLivePerOwner(1));
    TaskRecord task = small.create(toolCall(ALICE).withTimeToLive(Duration.ofSeconds(1)));
    small.update(
        ALICE, task.id(), record -> record.renewedFor(Duration.ofHours(1), clock().instant()));
    clock().advance(Duration.ofMinutes(1));

    assertThatThrownBy(() -> small.create(toolCall(ALICE))).isInstanceOf(TaskLimitException.class);
  }

  @Test
  default void variables_may_fill_their_limit_and_not_one_byte_more() {
    // why: {"ö":"……"} is 9 bytes around the text, because the letter takes two
    TaskStore small = open(clock(), TaskLimits.DEFAULT.withVariableBytes(100));
    TaskRecord task = small.create(toolCall(ALICE));

    TaskRecord full =
        small.update(
            ALICE, task.id(), record -> record.withVariable("ö", text("x".repeat(100 - 9))));
    assertThatThrownBy(
            () ->
                small.update(
                    ALICE, task.id(), record -> record.withVariable("ö", text("x".repeat(92)))))
        .isInstanceOf(TaskLimitException.class)
        .hasMessage(
            "The variables of task %s of owner 'alice' take 101 bytes as JSON, the limit is 100; remove some, or keep a large value elsewhere and store a reference to it",
            task.id());

    assertThat(small.find(ALICE, task.id())).contains(full);
  }

  @Test
  default void a_task_is_not_created_with_variables_that_are_too_large() {
    TaskStore small = open(clock(), TaskLimits.DEFAULT.withVariableBytes(100));

    assertThatThrownBy(() -> small.create(toolCall(ALICE).withVariable("v", text("x".repeat(100)))))
        .isInstanceOf(TaskLimitException.class);
    assertThat(small.list(ALICE, TaskCursor.START, 10).tasks()).isEmpty();
  }

  @Test
  default void a_full_task_can_still_be_completed() {
    TaskStore small = open(clock(), TaskLimits.DEFAULT.withVariableBytes(100));
    TaskRecord task = small.create(toolCall(ALICE).withVariable("v", text("x".repeat(92))));

    TaskRecord done =
        small.update(
            ALICE,
            task.id(),
            record -> record.completedWith(JSON.objectNode().put("text", "x".repeat(500))));

    assertThat(small.find(ALICE, task.id())).contains(done);
  }
}
