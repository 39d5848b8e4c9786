package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.text;
import static dev.baton.task.TaskStoreFixture.workflowRun;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A result that is too large to be a variable is kept whole beside the task. */
public interface TaskResultContract extends TaskStoreFixture {
  JsonNode LARGE = text("ö".repeat(TaskLimits.DEFAULT.variableBytes()));

  @Test
  default void a_small_result_is_a_variable_and_nothing_else() {
    TaskRecord task = recorded("deploy", text("done"));

    assertThat(load(task).variables()).containsEntry("result.deploy", text("done"));
    assertThat(store().findResult(ALICE, task.id(), "deploy")).isEmpty();
  }

  @Test
  default void a_large_result_is_stored_whole_and_its_variable_says_where() {
    TaskRecord task = recorded("deploy", LARGE);

    JsonNode reference = requireNonNull(load(task).variables().get("result.deploy"));
    assertThat(reference.propertyNames()).containsExactly("preview", "bytes", "resource");
    assertThat(reference.path("preview").asString()).isEqualTo("\"" + "ö".repeat(499));
    assertThat(reference.path("bytes").asLong())
        .isEqualTo(2L * TaskLimits.DEFAULT.variableBytes() + 2);
    assertThat(reference.path("resource").asString())
        .isEqualTo("resource://tasks/%s/results/deploy", task.id());
    assertThat(store().findResult(ALICE, task.id(), "deploy")).contains(LARGE);
    assertThat(store().findResult(ALICE, task.id(), "notify")).isEmpty();
    assertThat(store().findResult(ALICE, task.id(), "zero \0")).isEmpty();
  }

  @Test
  default void results_that_do_not_fit_together_all_have_their_place() {
    TaskRecord task = store().create(workflowRun(ALICE));
    JsonNode third = text("x".repeat(TaskLimits.DEFAULT.variableBytes() / 3));
    for (int step = 0; step < 6; step++) {
      record(task, "s" + step, third);
    }

    assertThat(load(task).variables()).hasSize(6).containsEntry("result.s0", third);
    assertThat(store().findResult(ALICE, task.id(), "s1")).isEmpty();
    assertThat(store().findResult(ALICE, task.id(), "s5")).contains(third);
  }

  @Test
  default void the_last_result_wins_whether_large_or_small() {
    TaskRecord task = recorded("deploy", LARGE);
    JsonNode larger = text("again " + LARGE.asString());

    record(task, "deploy", larger);
    assertThat(store().findResult(ALICE, task.id(), "deploy")).contains(larger);

    record(task, "deploy", text("small"));
    assertThat(store().findResult(ALICE, task.id(), "deploy")).isEmpty();
    assertThat(load(task).variables()).containsEntry("result.deploy", text("small"));
  }

  @Test
  default void a_result_is_the_owners_alone_and_gone_with_its_task() {
    TaskRecord task = recorded("deploy", LARGE);
    assertThat(store().findResult(BOB, task.id(), "deploy")).isEmpty();

    clock().advance(Duration.ofDays(7));
    assertThat(store().findResult(ALICE, task.id(), "deploy")).isEmpty();
    assertThat(store().sweep(clock().instant())).hasSize(1);
    assertThat(store().findResult(ALICE, task.id(), "deploy")).isEmpty();
  }

  @Test
  default void a_result_of_a_final_task_can_be_read() {
    TaskRecord task = recorded("deploy", LARGE);
    store().update(ALICE, task.id(), record -> record.cancelled("enough"));

    assertThat(store().findResult(ALICE, task.id(), "deploy")).contains(LARGE);
  }

  @Test
  default void a_change_that_is_refused_stores_no_result() {
    TaskRecord task = recorded("deploy", LARGE);

    assertThatThrownBy(
            () ->
                store()
                    .change(
                        ALICE,
                        task.id(),
                        seen ->
                            TaskChange.to(seen.withVariable("v", text("x".repeat(2_000_000))))
                                .withoutResult("result.deploy", "deploy")
                                .withResult("r", "notify", LARGE, TaskLimits.DEFAULT)))
        .isInstanceOf(TaskLimitException.class);

    assertThat(store().findResult(ALICE, task.id(), "deploy")).contains(LARGE);
    assertThat(store().findResult(ALICE, task.id(), "notify")).isEmpty();
  }

  @Test
  default void a_result_that_a_caller_changes_afterwards_stays_as_it_was() {
    ObjectNode passedIn = JSON.objectNode().put("text", LARGE.asString());
    TaskRecord task = recorded("deploy", passedIn);

    passedIn.put("text", "changed");
    ((ObjectNode) store().findResult(ALICE, task.id(), "deploy").orElseThrow()).put("text", "x");

    assertThat(store().findResult(ALICE, task.id(), "deploy"))
        .contains(JSON.objectNode().put("text", LARGE.asString()));
  }

  private TaskRecord recorded(String step, JsonNode result) {
    return record(store().create(workflowRun(ALICE)), step, result);
  }

  private TaskRecord record(TaskRecord task, String step, JsonNode result) {
    return store()
        .change(
            ALICE,
            task.id(),
            seen ->
                TaskChange.to(seen).withResult("result." + step, step, result, TaskLimits.DEFAULT));
  }
}
