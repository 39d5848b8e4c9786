package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.ALICE;
import static dev.baton.task.TaskStoreFixture.object;
import static dev.baton.task.TaskStoreFixture.text;
import static dev.baton.task.TaskStoreFixture.toolCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class TaskRecordTest {
  private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");

  private final TaskRecord task = toolCall(ALICE).toRecord(new TaskId("t1"), NOW);

  @Test
  void variables_keep_the_order_in_which_they_were_first_set() {
    TaskRecord changed =
        task.withVariable("b", text("1"))
            .withVariable("a", text("2"))
            .withVariable("c", text("3"))
            .withVariable("b", text("4"))
            .withoutVariable("a");

    assertThat(changed.variables())
        .containsExactly(Map.entry("b", text("4")), Map.entry("c", text("3")));
    assertThat(task.variables()).isEmpty();
  }

  @Test
  void its_maps_are_copies_that_nobody_can_change() {
    Map<String, JsonNode> variables = new LinkedHashMap<>(Map.of("a", text("1")));
    TaskRecord made =
        new NewTask(
                ALICE,
                TaskKind.TOOL_CALL,
                object("tool", "x"),
                Duration.ofHours(1),
                Duration.ofSeconds(1),
                variables,
                Optional.empty())
            .toRecord(new TaskId("t2"), NOW);

    variables.clear();

    assertThat(made.variables()).containsOnlyKeys("a");
    assertThatThrownBy(() -> made.variables().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void a_change_leaves_version_and_time_of_the_update_to_the_store() {
    TaskRecord changed = task.withStatusMessage("x").becoming(TaskStatus.INPUT_REQUIRED);

    assertThat(changed.version()).isEqualTo(1);
    assertThat(changed.updatedAt()).isEqualTo(NOW);
  }

  @Test
  void a_completed_task_has_the_result_and_keeps_its_status_message() {
    TaskRecord done = task.withStatusMessage("2 files").completedWith(object("a", "b"));

    assertThat(done.status()).isEqualTo(TaskStatus.COMPLETED);
    assertThat(done.statusMessage()).contains("2 files");
    assertThat(done.outcome()).contains(new TaskOutcome.Result(object("a", "b")));
  }

  @Test
  void a_failed_task_has_the_error_and_says_it_in_the_status_message() {
    TaskRecord failed = task.failedWith(-32603, "broken");
    TaskRecord withData = task.failedWith(-32603, "broken", text("data"));

    assertThat(failed.status()).isEqualTo(TaskStatus.FAILED);
    assertThat(failed.statusMessage()).contains("broken");
    assertThat(failed.outcome())
        .contains(new TaskOutcome.Error(-32603, "broken", Optional.empty()));
    assertThat(withData.outcome())
        .contains(new TaskOutcome.Error(-32603, "broken", Optional.of(text("data"))));
  }

  @Test
  void a_cancelled_task_has_a_message_and_no_outcome() {
    TaskRecord cancelled = task.cancelled("by the user");

    assertThat(cancelled.status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(cancelled.statusMessage()).contains("by the user");
    assertThat(cancelled.outcome()).isEmpty();
  }

  @Test
  void an_illegal_transition_names_the_task_both_states_and_what_is_allowed() {
    TaskRecord done = task.completedWith(object("a", "b"));

    assertThatThrownBy(() -> done.cancelled("too late"))
        .isInstanceOf(IllegalTransitionException.class)
        .hasMessage(
            "Task t1 cannot go from completed to cancelled; allowed from completed: nothing, it is final");
  }

  @Test
  void it_waits_until_every_answer_is_there_and_ignores_what_nobody_asked() {
    TaskRecord waiting =
        task.awaitingInput(Map.of("a", text("A?"))).awaitingInput(Map.of("b", text("B?")));
    assertThat(waiting.status()).isEqualTo(TaskStatus.INPUT_REQUIRED);
    assertThat(waiting.inputRequests()).containsOnlyKeys("a", "b");

    TaskRecord half = waiting.answered(Map.of("a", text("1"), "other", text("2")));
    assertThat(half.status()).isEqualTo(TaskStatus.INPUT_REQUIRED);
    assertThat(half.inputRequests()).containsOnlyKeys("b");
    assertThat(half.inputResponses()).containsExactly(Map.entry("a", text("1")));
    assertThat(half.answered(Map.of("a", text("again")))).isEqualTo(half);

    TaskRecord whole = half.answered(Map.of("b", text("3")));
    assertThat(whole.status()).isEqualTo(TaskStatus.WORKING);
    assertThat(whole.inputRequests()).isEmpty();
    assertThat(whole.inputResponses()).containsOnlyKeys("a", "b");
  }

  @Test
  void a_question_that_is_withdrawn_is_asked_no_longer() {
    TaskRecord waiting = task.awaitingInput(Map.of("a", text("A?"), "b", text("B?")));
    TaskRecord half = waiting.withdrawing(List.of("a", "other"));
    assertThat(half.status()).isEqualTo(TaskStatus.INPUT_REQUIRED);
    assertThat(half.inputRequests()).containsOnlyKeys("b");

    TaskRecord none = half.withdrawing(List.of("b"));
    assertThat(none.status()).isEqualTo(TaskStatus.WORKING);
    assertThat(none.inputResponses()).isEmpty();
    assertThat(none.withdrawing(List.of("b"))).isEqualTo(none);
  }

  @Test
  void it_never_asks_a_key_twice() {
    TaskRecord waiting = task.awaitingInput(Map.of("a", text("A?")));
    TaskRecord answered = waiting.answered(Map.of("a", text("1")));

    assertThatThrownBy(() -> waiting.awaitingInput(Map.of("a", text("A?"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Task t1 has asked for 'a' already; use a new key");
    assertThatThrownBy(() -> answered.awaitingInput(Map.of("a", text("A?"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> task.awaitingInput(Map.of()))
        .hasMessage("Task t1 must ask for something");
  }

  @Test
  void requests_are_withdrawn_when_it_no_longer_waits() {
    TaskRecord waiting = task.awaitingInput(Map.of("a", text("A?")));

    assertThat(waiting.cancelled("enough").inputRequests()).isEmpty();
    assertThat(waiting.becoming(TaskStatus.WORKING).inputRequests()).isEmpty();
    assertThat(waiting.becoming(TaskStatus.INPUT_REQUIRED)).isEqualTo(waiting);
  }

  @Test
  void it_is_expired_from_the_very_moment_on() {
    assertThat(task.expiresAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
    assertThat(task.isExpired(task.expiresAt().minusNanos(1))).isFalse();
    assertThat(task.isExpired(task.expiresAt())).isTrue();
  }

  @Test
  void it_is_renewed_from_now_for_a_positive_time() {
    Instant later = NOW.plusSeconds(30).plusNanos(999);

    TaskRecord renewed = task.renewedFor(Duration.ofSeconds(5), later);
    assertThat(renewed.timeToLive()).isEqualTo(Duration.ofSeconds(5));
    assertThat(renewed.expiresAt()).isEqualTo(NOW.plusSeconds(35));
    assertThatThrownBy(() -> task.renewedFor(Duration.ZERO, later))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Task t1 is renewed for a positive time, got PT0S");
  }

  @Test
  void variables_are_measured_as_json_in_utf_8() {
    assertThat(task.variableBytes()).isEqualTo("{}".length());
    assertThat(task.withVariable("a", text("€")).variableBytes())
        .isEqualTo("{'a':'€'}".length() + 2);
  }

  @Test
  void a_task_from_a_time_of_larger_limits_can_shrink_and_end_but_not_grow() {
    TaskLimits tiny = TaskLimits.DEFAULT.withVariableBytes(10);
    TaskRecord large = task.withVariable("a", text("x".repeat(20)));

    assertThat(changed(large, r -> r.cancelled("x"), tiny).version()).isEqualTo(2);
    assertThat(changed(large, r -> r.withVariable("a", text("x".repeat(15))), tiny).version())
        .isEqualTo(2);
    assertThatThrownBy(() -> changed(large, r -> r.withVariable("a", text("x".repeat(21))), tiny))
        .isInstanceOf(TaskLimitException.class);
  }

  private static TaskRecord changed(
      TaskRecord task, UnaryOperator<TaskRecord> change, TaskLimits limits) {
    return task.changedBy(seen -> TaskChange.to(change.apply(seen)), NOW, limits).record();
  }

  @Test
  void a_tool_error_is_read_from_the_result() {
    var failed = new TaskOutcome.Result(TaskStoreFixture.JSON.objectNode().put("isError", true));

    assertThat(failed.isToolError()).isTrue();
    assertThat(new TaskOutcome.Result(object("a", "b")).isToolError()).isFalse();
  }
}
