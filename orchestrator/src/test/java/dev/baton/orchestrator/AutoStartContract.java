package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Database;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.Labels.LabelChange;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What the server starts by itself, whichever database is underneath. */
abstract class AutoStartContract extends TaskGraphBoard {
  AutoStartContract(Dialect dialect) {
    super(dialect);
  }

  @Test
  void a_task_starts_by_itself_once_when_its_last_blocker_is_merged_and_from_there() {
    var first = waiting("First");
    var second = waiting("Second");
    var last = started("write last.txt made", first, second);
    var attempt =
        baton
            .orchestrator()
            .attemptStarts()
            .start(caller(), TestBaton.attempt(second, "write second.txt made"))
            .attemptId();
    baton.awaitEnd(attempt);
    move(first, BoardTaskStatus.DONE);
    assertThat(attempts(last)).isEmpty();

    baton
        .orchestrator()
        .merges()
        .merge(
            new MergeRequest(
                attempt, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), false));

    var ours = awaitAttempt(last);
    var end = baton.awaitEnd(ours);
    assertThat(end.workspacePath().resolve("second.txt")).exists();
    assertThat(end.workspacePath().resolve("last.txt")).exists();
    assertThat(board().loadTask(last).autoStart()).isEmpty();
    move(last, BoardTaskStatus.TODO);
    baton.restart();
    move(waiting("Other"), BoardTaskStatus.DONE);
    assertThat(attempts(last)).containsExactly(ours);
  }

  @Test
  void a_task_whose_blocker_was_done_while_no_server_ran_starts_with_the_next() {
    var first = waiting("First");
    var last = started("say hello", first);
    baton.restartAfter(
        () -> {
          // why: as if the server had been killed between the two
          setStatus(first, BoardTaskStatus.DONE);
        });

    baton.awaitEnd(awaitAttempt(last));
    assertThat(attempts(last)).hasSize(1);
  }

  @Test
  void a_task_that_waits_for_nothing_starts_at_once() {
    var first = waiting("First");
    var free = started("say free");
    var later = waiting("say later");
    var freed = started("say freed", first);
    baton.awaitEnd(awaitAttempt(free));
    assertThat(attempts(later)).isEmpty();
    assertThat(attempts(freed)).isEmpty();

    change(later, Optional.empty(), Optional.empty(), Optional.of(BY_ITSELF));
    block(freed);

    baton.awaitEnd(awaitAttempt(later));
    baton.awaitEnd(awaitAttempt(freed));
    assertThat(attempts(free)).hasSize(1);
  }

  @Test
  void an_archived_task_is_not_started_until_it_is_back() {
    var task = waiting("say hello");
    board().archiveTask(task, true);
    var refusal = refusedStart(task);
    assertThat(refusal)
        .hasMessage("Task #1 'say hello' is archived, and nobody would see the work");
    assertThat(refusal.hint()).contains("archive_task with archived false");

    board().archiveTask(task, false);
    baton.awaitEnd(
        baton
            .orchestrator()
            .attemptStarts()
            .start(caller(), TestBaton.attempt(task, "say hello"))
            .attemptId());
  }

  @Test
  void a_start_that_fails_is_told_and_tried_again_when_it_is_wanted_again() {
    var first = waiting("First");
    var last = started("say hello", first);
    var hidden = baton.repository().resolveSibling("hidden");
    assertThat(baton.repository().toFile().renameTo(hidden.toFile())).isTrue();
    move(first, BoardTaskStatus.DONE);
    // why not: another server that shares the database may have the repository
    if (databases.dialect() == Dialect.SQLITE) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> board().loadTask(last).autoStart().flatMap(AutoStart::problem).isPresent());
    }
    assertThat(attempts(last)).isEmpty();

    assertThat(hidden.toFile().renameTo(baton.repository().toFile())).isTrue();
    change(last, Optional.empty(), Optional.empty(), Optional.of(BY_ITSELF));

    baton.awaitEnd(awaitAttempt(last));
  }

  @Test
  void the_wish_to_start_by_itself_can_be_taken_back_and_names_an_executor_that_is_there() {
    var first = waiting("First");
    var last = started("Last", first);

    assertThatThrownBy(() -> task("No", Optional.of(new AutoStart("NOBODY", Optional.empty()))))
        .hasMessage("There is no executor 'NOBODY'");
    assertThatThrownBy(
            () ->
                change(
                    last,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(new AutoStart(FAKE, Optional.of("LOUD")))))
        .hasMessageStartingWith("Executor FAKE_AGENT has no variant 'LOUD'");
    var off =
        change(
            last,
            Optional.empty(),
            Optional.empty(),
            Optional.of(new AutoStart("", Optional.empty())));
    assertThat(off.autoStart()).isEmpty();
    move(first, BoardTaskStatus.DONE);
    assertThat(attempts(last)).isEmpty();
  }

  @Test
  void a_project_takes_its_tasks_by_priority_and_place_as_there_is_room() {
    var blocker = waiting("Blocker");
    waiting("say blocked", blocker);
    var ids = new ArrayList<UUID>();
    for (var priority : List.of(Priority.LOW, Priority.NORMAL, Priority.URGENT)) {
      ids.add(labelled("say " + priority, priority, "auto"));
    }
    labelled("say other", Priority.URGENT, "other");

    pull(new Pull(1, FAKE, Optional.empty(), List.of("auto")));

    ids.forEach(id -> awaitStatus(id, BoardTaskStatus.IN_REVIEW));
    var order =
        baton
            .orchestrator()
            .events()
            .readAfter(
                new EventFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Set.of(EventName.ATTEMPT_CREATED)),
                0,
                100)
            .events()
            .stream()
            .map(event -> event.taskId().orElseThrow())
            .toList();
    assertThat(order).containsExactlyElementsOf(ids.reversed());

    var change = new LabelChange(baton.projectId(), "auto", Optional.of("taken"), Optional.empty());
    assertThat(baton.orchestrator().labels().change(change).name()).isEqualTo("taken");
    awaitStatus(labelled("say more", Priority.NORMAL, "taken"), BoardTaskStatus.IN_REVIEW);
  }

  private UUID labelled(String title, Priority priority, String... labels) {
    return board()
        .createTask(
            caller(),
            new NewBoardTask(
                baton.projectId(), title, Optional.empty(), List.of(labels), Optional.of(priority)))
        .task()
        .id();
  }

  @Test
  void a_project_pauses_after_three_failures_in_a_row_says_so_and_can_be_resumed() {
    var tasks = new ArrayList<UUID>();
    for (int number = 0; number < 5; number++) {
      tasks.add(waiting("exit 4"));
    }

    pull(new Pull(1, FAKE, Optional.empty(), List.of()));

    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> pull().flatMap(Pull::pausedReason).isPresent());
    assertThat(pull().flatMap(Pull::pausedReason).orElseThrow())
        .startsWith("3 failures in a row; the last: #3 exit 4: ");
    assertThat(tasks.stream().filter(id -> !attempts(id).isEmpty())).hasSize(3);
    assertThat(
            baton
                .orchestrator()
                .events()
                .readNewest(EventFilter.ALL.ofProject(baton.projectId()), 5)
                .events())
        .anySatisfy(
            event -> {
              assertThat(event.name()).isEqualTo(EventName.PROJECT_CHANGED);
              assertThat(event.data().path("auto_start_paused").asBoolean(false)).isTrue();
            });

    baton
        .orchestrator()
        .autoStarts()
        .change(new PullChange(baton.projectId(), Optional.empty(), Optional.of(false)));
    tasks.forEach(id -> awaitStatus(id, BoardTaskStatus.IN_REVIEW));
    assertThat(pull().orElseThrow().pausedReason()).isEmpty();
  }

  @Test
  void a_limit_of_0_turns_it_off_and_nothing_can_be_paused_that_is_off() {
    pull(new Pull(2, FAKE, Optional.empty(), List.of("auto")));
    assertThat(pull().orElseThrow().limit()).isEqualTo(2);
    pull(new Pull(0, "", Optional.empty(), List.of()));
    assertThat(pull()).isEmpty();
    assertThat(
            refusal(
                () ->
                    baton
                        .orchestrator()
                        .autoStarts()
                        .change(
                            new PullChange(
                                baton.projectId(), Optional.empty(), Optional.of(true)))))
        .hasMessageContaining("nothing to pause or resume");
    assertThat(refusal(() -> pull(new Pull(-1, FAKE, Optional.empty(), List.of()))))
        .hasMessage("limit is -1, but it must be between 0 and 1000");
  }

  /** A server with room for as many attempts as the number says when it is opened. */
  private void reopen(AtomicInteger room) throws Exception {
    close();
    open(setup -> TestBaton.atMost(room.get()).apply(setup));
  }

  @Test
  void an_attempt_in_line_is_withdrawn_when_its_blocker_is_open_again_and_starts_after_it()
      throws Exception {
    reopen(new AtomicInteger(1));
    var other = baton.start("hang").attemptId();
    var first = waiting("First");
    move(first, BoardTaskStatus.DONE);
    var last = started("say last", first);
    var early = awaitAttempt(last);
    assertThat(board().loadTask(last).autoStart()).isEmpty();

    move(first, BoardTaskStatus.TODO);
    awaitWithdrawn(last);
    assertThat(board().loadTask(last).autoStart()).contains(BY_ITSELF);
    baton.orchestrator().attempts().stop(other, true);
    assertThat(attempts(last)).isEmpty();

    move(first, BoardTaskStatus.DONE);
    var late = awaitAttempt(last);
    baton.awaitEnd(late);
    assertThat(late).isNotEqualTo(early);
    assertThat(attempts(last)).containsExactly(late);
    assertThat(board().loadTask(last).autoStart()).isEmpty();
  }

  @Test
  void who_gets_room_is_looked_at_again_right_before_it_begins() throws Exception {
    var room = new AtomicInteger(1);
    reopen(room);
    var other = baton.start("hang").attemptId();
    var first = waiting("First");
    move(first, BoardTaskStatus.DONE);
    var last = started("say last", first);
    awaitAttempt(last);

    baton.restartAfter(
        () -> {
          room.set(2);
          setStatus(first, BoardTaskStatus.IN_REVIEW);
        });
    awaitWithdrawn(last);
    assertThat(board().loadTask(last).task().status()).isEqualTo(BoardTaskStatus.TODO);

    move(first, BoardTaskStatus.DONE);
    baton.awaitEnd(awaitAttempt(last));
    baton.orchestrator().attempts().stop(other, true);
  }

  @Test
  void what_a_project_took_is_withdrawn_with_its_task_and_the_next_one_is_taken() throws Exception {
    reopen(new AtomicInteger(1));
    var other = baton.start("hang").attemptId();
    var tasks =
        List.of(waiting("say third"), waiting("say second"), waiting("say first")).reversed();
    // why 2: what was started by hand counts, too
    pull(new Pull(2, FAKE, Optional.empty(), List.of()));

    awaitAttempt(tasks.get(0));
    move(tasks.get(0), BoardTaskStatus.CANCELLED);
    awaitAttempt(tasks.get(1));
    assertThat(attempts(tasks.get(0))).isEmpty();
    board().archiveTask(tasks.get(1), true);
    awaitAttempt(tasks.get(2));
    assertThat(attempts(tasks.get(1))).isEmpty();

    baton.orchestrator().attempts().stop(other, true);
    awaitStatus(tasks.get(2), BoardTaskStatus.IN_REVIEW);
    board().archiveTask(tasks.get(1), false);
    awaitStatus(tasks.get(1), BoardTaskStatus.IN_REVIEW);
    move(tasks.get(0), BoardTaskStatus.TODO);
    awaitStatus(tasks.get(0), BoardTaskStatus.IN_REVIEW);
    tasks.forEach(task -> assertThat(attempts(task)).hasSize(1));
  }

  @Test
  void what_a_person_stops_in_line_is_not_taken_again() throws Exception {
    reopen(new AtomicInteger(1));
    var other = baton.start("hang").attemptId();
    var first = waiting("say first");
    pull(new Pull(2, FAKE, Optional.empty(), List.of()));
    var stopped = awaitAttempt(first);

    baton.orchestrator().attempts().stop(stopped, false);
    var second = awaitAttempt(waiting("say second"));

    assertThat(attempts(first)).containsExactly(stopped);
    baton.orchestrator().attempts().stop(other, true);
    baton.awaitEnd(second);
  }

  private void awaitWithdrawn(UUID task) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> attempts(task).isEmpty());
  }

  private void setStatus(UUID task, BoardTaskStatus status) {
    try (var database = Database.open(address())) {
      Store.open(database)
          .write(
              tables -> {
                tables.boardTasks().setStatus(task, status, Instant.now());
                return task;
              });
    }
  }
}
