package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.AutoStarts.PullChange;
import dev.baton.orchestrator.Board.BoardTaskChange;
import dev.baton.orchestrator.Board.NewBoardTask;
import dev.baton.orchestrator.Projects.NewProject;
import dev.baton.orchestrator.Projects.NewRepo;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.review.MergeStrategy;
import dev.baton.orchestrator.store.Store;
import dev.baton.task.jdbc.Database;
import dev.baton.task.jdbc.Databases;
import dev.baton.task.jdbc.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that wait for others, and what the server starts by itself, whichever the database. */
abstract class TaskGraphContract {
  private static final AutoStart BY_ITSELF = new AutoStart(FAKE, Optional.empty());

  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;
  private String address = "";

  TaskGraphContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    address = databases.newAddress();
    baton = TestBaton.in(directory, address);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  final String address() {
    return address;
  }

  private Board board() {
    return baton.orchestrator().board();
  }

  private UUID task(String title, Optional<AutoStart> autoStart, Object... blockedBy) {
    return task(baton.projectId(), title, autoStart, blockedBy);
  }

  private UUID task(
      UUID project, String title, Optional<AutoStart> autoStart, Object... blockedBy) {
    return board()
        .createTask(
            caller(),
            new NewBoardTask(
                project,
                title,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Stream.of(blockedBy).map(Object::toString).toList(),
                autoStart))
        .task()
        .id();
  }

  private UUID waiting(String title, Object... blockedBy) {
    return task(title, Optional.empty(), blockedBy);
  }

  private UUID started(String title, Object... blockedBy) {
    return task(title, Optional.of(BY_ITSELF), blockedBy);
  }

  private BoardTaskOverview block(UUID taskId, Object... blockedBy) {
    return change(
        taskId,
        Optional.empty(),
        Optional.of(Stream.of(blockedBy).map(Object::toString).toList()),
        Optional.empty());
  }

  private BoardTaskOverview move(UUID taskId, BoardTaskStatus status) {
    return change(taskId, Optional.of(status), Optional.empty(), Optional.empty());
  }

  private BoardTaskOverview change(
      UUID taskId,
      Optional<BoardTaskStatus> status,
      Optional<List<String>> blockedBy,
      Optional<AutoStart> autoStart) {
    return board()
        .changeTask(
            new BoardTaskChange(
                taskId,
                Optional.empty(),
                Optional.empty(),
                status,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                blockedBy,
                autoStart));
  }

  private ToolFailure refusal(Runnable call) {
    return catchThrowableOfType(ToolFailure.class, call::run);
  }

  private ToolFailure refusedStart(UUID taskId) {
    return refusal(
        () ->
            baton
                .orchestrator()
                .attemptStarts()
                .start(caller(), TestBaton.attempt(taskId, "say no")));
  }

  private List<UUID> attempts(UUID taskId) {
    return baton.orchestrator().attempts().list(taskId).stream()
        .map(AttemptOverview::attemptId)
        .toList();
  }

  private UUID awaitAttempt(UUID taskId) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !attempts(taskId).isEmpty());
    return attempts(taskId).getFirst();
  }

  private void pull(Pull pull) {
    baton
        .orchestrator()
        .autoStarts()
        .change(new PullChange(baton.projectId(), Optional.of(pull), Optional.empty()));
  }

  private Optional<Pull> pull() {
    return baton.orchestrator().projects().load(baton.projectId()).pull();
  }

  private void awaitStatus(UUID taskId, BoardTaskStatus status) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> board().loadTask(taskId).task().status() == status);
  }

  private String state(UUID taskId) {
    return board().loadTask(taskId).blockers().getFirst().state().wireName();
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
    assertThat(refusal.details().get("blocked_by").toString())
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
                    last, FAKE, Optional.empty(), List.of(), Optional.of("say hello"), true));
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
      assertThat(refusal.code()).isEqualTo(FailureCode.NOT_FOUND);
      assertThat(refusal).hasMessage("There is no task '%s'".formatted(wrong));
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
          try (var database = Database.open(address)) {
            Store.open(database)
                .write(
                    tables -> {
                      tables.boardTasks().setStatus(first, BoardTaskStatus.DONE, Instant.now());
                      return first;
                    });
          }
        });

    baton.awaitEnd(awaitAttempt(last));
    assertThat(attempts(last)).hasSize(1);
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
