package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Dialect;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.planning.Projects.NewProject;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tasks that wait for others, whichever database is underneath. */
abstract class TaskGraphContract extends TaskGraphBoard {
  TaskGraphContract(Dialect dialect) {
    super(dialect);
  }

  @Test
  void a_task_that_waits_is_started_by_hand_only_by_force_and_the_refusal_names_what_is_open() {
    var first = waiting("First");
    var second = waiting("Second");
    var last = waiting("Last", first, "#2");

    var refusal = refusedStart(last);

    assertThat(refusal.code()).isEqualTo(BoardFailureCode.BLOCKED);
    assertThat(refusal)
        .hasMessage("Task #3 waits for Test#1 'First' (todo), Test#2 'Second' (todo)");
    assertThat(String.valueOf(refusal.details().get("blocked_by")))
        .contains(first.toString(), second.toString(), "Test#1", "First", "todo");
    assertThat(attempts(last)).isEmpty();

    move(first, BoardTaskStatus.DONE);
    assertThat(refusedStart(last)).hasMessage("Task #3 waits for Test#2 'Second' (todo)");
    var forced =
        baton
            .orchestrator()
            .attemptStarts()
            .start(
                caller(),
                new NewAttempt(
                    last,
                    FAKE,
                    Optional.empty(),
                    List.of(),
                    Optional.of("say hello"),
                    true,
                    ModelChoice.NONE));
    baton.awaitEnd(forced.attemptId());
  }

  @Test
  void blockers_may_be_in_other_projects_and_are_named_by_id_or_number() {
    var shop =
        baton
            .orchestrator()
            .projects()
            .create(
                new NewProject(
                    "shop", List.of(new NewRepo(baton.makeRepository("shop"), Optional.empty()))))
            .project()
            .id();
    var there = task(shop, "There", Optional.empty());
    var here = waiting("Here", "shop#1");

    assertThat(board().loadTask(here).blockers())
        .extracting(Blocker::taskId, Blocker::name, Blocker::title)
        .containsExactly(tuple(there, "shop#1", "There"));
    assertThat(block(here, there, "shop#1", there).blockers()).hasSize(1);
    assertThat(block(here).blockers()).isEmpty();
    for (var wrong : List.of("#77", "nowhere#1", "shop#2", "first", "", UUID.randomUUID())) {
      var refusal = refusal(() -> block(here, wrong));
      assertThat(refusal.code())
          .isEqualTo(
              List.of("first", "").contains(wrong)
                  ? FailureCode.INVALID_ARGUMENT
                  : FailureCode.NOT_FOUND);
      assertThat(refusal).hasMessage("There is no task '%s'".formatted(wrong));
    }
  }

  @Test
  void what_a_task_waits_for_is_a_change_of_the_task() {
    var first = waiting("First");
    var last = waiting("Last");
    var before = board().loadTask(last).task().updatedAt();
    await().until(() -> Instant.now().isAfter(before.plusMillis(1)));

    var changed = block(last, first).task().updatedAt();

    assertThat(changed).isAfter(before);
    assertThat(block(last, first).task().updatedAt()).isEqualTo(changed);
    assertThat(block(last).task().updatedAt()).isAfterOrEqualTo(changed);
  }

  @Test
  void a_budget_and_a_wish_to_start_are_changes_of_the_task() {
    var first = waiting("First");
    var last = waiting("Last");
    block(last, first);
    var of = BoardTaskChange.of(last);
    for (var change :
        List.of(
            of.withAutoStart(new AutoStart("FAKE_AGENT", Optional.empty())),
            of.withBudget(NewBudget.ofPerson(new BigDecimal("2"))),
            of.withBudget(NewBudget.ofPerson(BigDecimal.ZERO)),
            of.withAutoStart(new AutoStart("", Optional.empty())))) {
      var before = board().loadTask(last).task().updatedAt();
      await().until(() -> Instant.now().isAfter(before.plusMillis(1)));

      var changed = board().changeTask(change).task().updatedAt();

      assertThat(changed).isAfter(before);
      assertThat(board().changeTask(change).task().updatedAt()).isEqualTo(changed);
    }
  }

  @Test
  void a_circle_is_refused_with_its_path_and_nothing_is_changed() {
    var one = waiting("One");
    var two = waiting("Two", one);
    var three = waiting("Three", two);

    var refusal = refusal(() -> block(one, three));

    assertThat(refusal.code()).isEqualTo(FailureCode.INVALID_ARGUMENT);
    assertThat(refusal)
        .hasMessage("Tasks would wait for each other in a circle: #1 -> #3 -> #2 -> #1");
    assertThat(refusal.details().get("cycle"))
        .isEqualTo(Stream.of(one, three, two, one).map(UUID::toString).toList());
    assertThat(refusal(() -> block(one, one)))
        .hasMessage("Tasks would wait for each other in a circle: #1 -> #1");
    assertThat(board().loadTask(one).blockers()).isEmpty();
  }

  @Test
  void two_who_would_make_a_circle_together_do_not() throws Exception {
    for (int round = 0; round < 5; round++) {
      var one = waiting("One");
      var two = waiting("Two");
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var calls = new ArrayList<Callable<BoardTaskOverview>>();
        calls.add(() -> block(one, two));
        calls.add(() -> block(two, one));
        var refused = 0;
        for (var call : threads.invokeAll(calls)) {
          try {
            call.get();
          } catch (ExecutionException e) {
            assertThat(e.getCause()).hasMessageContaining("in a circle");
            refused++;
          }
        }
        assertThat(refused).isEqualTo(1);
      }
    }
  }

  @Test
  void what_failed_or_was_cancelled_archived_or_deleted_keeps_others_blocked() {
    var blocker = waiting("Blocker");
    var last = waiting("Last", blocker);

    var failed =
        baton.orchestrator().attemptStarts().start(caller(), TestBaton.attempt(blocker, "exit 3"));
    baton.awaitEnd(failed.attemptId());
    assertThat(state(last)).isEqualTo("failed");
    move(blocker, BoardTaskStatus.CANCELLED);
    assertThat(state(last)).isEqualTo("cancelled");
    board().archiveTask(blocker, true);
    assertThat(refusedStart(last)).hasMessage("Task #2 waits for Test#1 'Blocker' (cancelled)");
    baton.orchestrator().deletions().deleteTask(blocker);
    assertThat(refusedStart(last)).hasMessage("Task #2 waits for Test#1 'Blocker' (deleted)");
    // why: what answers show can be given back
    assertThat(block(last, blocker).blockers()).hasSize(1);
    assertThat(block(last).openBlockers()).isEmpty();
  }

  @Test
  void what_was_done_before_it_was_deleted_is_done() {
    var blocker = waiting("Blocker");
    var last = waiting("Last", blocker);
    move(blocker, BoardTaskStatus.DONE);

    baton.orchestrator().deletions().deleteTask(blocker);

    assertThat(board().loadTask(last).openBlockers()).isEmpty();
    assertThat(state(last)).isEqualTo("done");
  }

  @Test
  void cards_say_what_their_tasks_wait_for() {
    var first = waiting("First");
    var last = waiting("Last", first);

    assertThat(baton.orchestrator().cards().load(last).blockers())
        .extracting(Blocker::number)
        .containsExactly(1L);
    move(first, BoardTaskStatus.DONE);
    assertThat(baton.orchestrator().cards().load(last).blockers()).isEmpty();
  }
}
