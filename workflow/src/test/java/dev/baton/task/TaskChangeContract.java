package dev.baton.task;

import static dev.baton.task.TaskStoreFixture.object;
import static dev.baton.task.TaskStoreFixture.text;
import static dev.baton.task.TaskStoreFixture.toolCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a change does, and what it may not do. */
public interface TaskChangeContract extends TaskStoreFixture {
  @Test
  default void a_new_task_works_and_every_reader_sees_it() {
    TaskRecord created = store().create(toolCall(ALICE).withVariable("a", text("1")));

    assertThat(created.status()).isEqualTo(TaskStatus.WORKING);
    assertThat(created.version()).isEqualTo(1);
    assertThat(created.createdAt()).isEqualTo(Instant.parse("2026-11-15T10:00:00.123Z"));
    assertThat(created.updatedAt()).isEqualTo(created.createdAt());
    assertThat(created.variables()).containsExactly(Map.entry("a", text("1")));
    assertThat(store().find(ALICE, created.id())).contains(created);
  }

  @Test
  default void a_change_raises_the_version_and_moves_the_time_of_the_update() {
    TaskRecord task = store().create(toolCall(ALICE));
    clock().advance(Duration.ofSeconds(5));

    TaskRecord changed =
        store().update(ALICE, task.id(), record -> record.withStatusMessage("half way"));

    assertThat(changed.version()).isEqualTo(2);
    assertThat(changed.updatedAt()).isEqualTo(task.createdAt().plusSeconds(5));
    assertThat(changed.createdAt()).isEqualTo(task.createdAt());
    assertThat(load(task)).isEqualTo(changed);
  }

  @Test
  default void everything_of_a_record_comes_back_as_it_went_in() {
    TaskRecord task = store().create(toolCall(ALICE));
    Map<String, JsonNode> requests = new LinkedHashMap<>();
    requests.put("region", object("type", "string"));
    requests.put("count", object("type", "integer"));

    TaskRecord waiting =
        store()
            .update(
                ALICE,
                task.id(),
                record ->
                    record
                        .withVariable("z", JSON.numberNode(1))
                        .withVariable("a", JSON.nullNode())
                        .awaitingInput(requests)
                        .answered(Map.of("region", text("eu-ö")))
                        .renewedFor(Duration.ofHours(2), clock().instant()));
    assertThat(load(task)).isEqualTo(waiting);
    assertThat(load(task).variables().keySet()).containsExactly("z", "a");

    TaskRecord failed =
        store()
            .update(ALICE, task.id(), record -> record.failedWith(-32000, "no luck", text("why")));
    assertThat(load(task)).isEqualTo(failed);
  }

  @Test
  default void text_that_databases_dislike_comes_back_as_it_went_in() {
    String awkward = "zero \0, half a character \ud83d, 'quote', \"quote\", \\, \u2028, 😀";
    TaskRecord task = store().create(toolCall(ALICE));

    TaskRecord changed =
        store()
            .update(
                ALICE,
                task.id(),
                record ->
                    record
                        .withSubject(object("arguments", awkward))
                        .withVariable("zero \0", text("😀 \0"))
                        .failedWith(-32000, awkward, text(awkward)));

    assertThat(load(task)).isEqualTo(changed);
    assertThat(load(task).statusMessage()).contains(awkward);
  }

  @Test
  default void every_legal_change_of_status_happens_and_every_illegal_one_changes_nothing() {
    for (TaskStatus from : TaskStatus.values()) {
      for (TaskStatus to : TaskStatus.values()) {
        TaskRecord before = taskThatIs(from);
        if (from.mayBecome(to)) {
          store().update(ALICE, before.id(), record -> record.becoming(to));
          assertThat(load(before).status()).as("%s to %s", from, to).isEqualTo(to);
        } else {
          assertThatThrownBy(
                  () -> store().update(ALICE, before.id(), record -> record.becoming(to)))
              .as("%s to %s", from, to)
              .isInstanceOf(IllegalTransitionException.class);
          assertThat(load(before)).isEqualTo(before);
        }
      }
    }
  }

  @Test
  default void nothing_of_a_final_task_changes_not_even_a_variable() {
    TaskRecord done = taskThatIs(TaskStatus.COMPLETED);

    assertThatThrownBy(
            () -> store().update(ALICE, done.id(), record -> record.withVariable("a", text("1"))))
        .isInstanceOf(IllegalTransitionException.class)
        .hasMessage(
            "Task %s is completed and cannot be changed; allowed from completed: nothing, it is final",
            done.id());
    assertThatThrownBy(
            () ->
                store()
                    .update(
                        ALICE,
                        done.id(),
                        record -> record.renewedFor(Duration.ofDays(1), clock().instant())))
        .isInstanceOf(IllegalTransitionException.class);
    assertThat(load(done)).isEqualTo(done);
  }

  @Test
  default void what_the_change_throws_comes_out_and_nothing_is_changed() {
    TaskRecord task = store().create(toolCall(ALICE));

    assertThatThrownBy(
            () ->
                store()
                    .update(
                        ALICE,
                        task.id(),
                        record -> {
                          throw new IllegalStateException("not today");
                        }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not today");
    assertThat(load(task)).isEqualTo(task);
  }

  @Test
  default void a_change_cannot_put_another_task_in_the_place_of_this_one() {
    TaskRecord task = store().create(toolCall(ALICE));
    TaskRecord other = store().create(toolCall(BOB));

    assertThatThrownBy(() -> store().update(ALICE, task.id(), record -> other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Task " + task.id() + " keeps its id, owner, kind");
    assertThat(load(task)).isEqualTo(task);
  }

  @Test
  default void json_that_a_caller_changes_afterwards_stays_as_it_was_in_the_store() {
    ObjectNode passedIn = object("state", "stored");
    TaskRecord task = store().create(toolCall(ALICE).withVariable("created", passedIn));
    TaskRecord changed =
        store()
            .update(
                ALICE,
                task.id(),
                record -> record.withVariable("updated", passedIn).completedWith(passedIn));
    TaskRecord found = load(task);

    passedIn.put("state", "changed");
    spoil(task);
    spoil(changed);
    spoil(found);
    store().list(ALICE, TaskCursor.START, 1).tasks().forEach(TaskChangeContract::spoil);

    TaskRecord kept = load(task);
    assertThat(kept.subject()).isEqualTo(object("tool", "deploy"));
    assertThat(kept.variables().values()).containsOnly(object("state", "stored"));
    assertThat(kept.outcome()).contains(new TaskOutcome.Result(object("state", "stored")));
  }

  @Test
  default void json_that_a_failed_change_altered_in_place_stays_as_it_was_in_the_store() {
    TaskRecord task = store().create(toolCall(ALICE).withVariable("a", object("state", "stored")));

    assertThatThrownBy(
            () ->
                store()
                    .update(
                        ALICE,
                        task.id(),
                        record -> {
                          spoil(record);
                          throw new IllegalStateException("after the fact");
                        }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(load(task)).isEqualTo(task);
  }

  private static void spoil(TaskRecord record) {
    record.subject().put("tool", "changed");
    record.variables().values().forEach(value -> ((ObjectNode) value).put("state", "changed"));
    record
        .outcome()
        .ifPresent(outcome -> ((TaskOutcome.Result) outcome).value().put("state", "changed"));
  }
}
