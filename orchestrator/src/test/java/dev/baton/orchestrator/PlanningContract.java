package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOrder;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneTasks;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.board.Label.LabelColour;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.notice.EventWords;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.planning.Board;
import dev.baton.orchestrator.planning.Board.BoardTaskQuery;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.planning.Labels.LabelChange;
import dev.baton.orchestrator.planning.Projects.NewProject;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import dev.baton.orchestrator.store.LabelTable.LabelUse;
import dev.baton.task.MovableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How a board is kept in order, whichever database is underneath. */
abstract class PlanningContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  final MovableClock clock = MovableClock.running();
  TestBaton baton;

  PlanningContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, databases.newAddress(), setup -> setup.withClock(clock));
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private Board board() {
    return baton.orchestrator().board();
  }

  private BoardTaskFilter all() {
    return BoardTaskFilter.ALL.ofProject(baton.projectId());
  }

  private UUID labelled(String title, Priority priority, String... labels) {
    return board()
        .createTask(
            caller(),
            new NewBoardTask(
                baton.projectId(),
                title,
                Optional.of("About " + title),
                List.of(labels),
                Optional.of(priority)))
        .task()
        .id();
  }

  private BoardTaskOverview place(UUID taskId, Placement placement) {
    return change(taskId, Optional.empty(), Optional.of(placement));
  }

  private BoardTaskOverview move(UUID taskId, BoardTaskStatus status) {
    return change(taskId, Optional.of(status), Optional.empty());
  }

  private BoardTaskOverview change(
      UUID taskId, Optional<BoardTaskStatus> status, Optional<Placement> placement) {
    return board()
        .changeTask(
            new BoardTaskChange(
                taskId,
                Optional.empty(),
                Optional.empty(),
                status,
                Optional.empty(),
                Optional.empty(),
                placement,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  private List<BoardTaskOverview> listed(BoardTaskFilter filter, BoardTaskOrder order) {
    return board()
        .listTasks(
            new BoardTaskQuery(filter, order, PageRequest.first(PageLimit.items(500))),
            PageView.<BoardTaskOverview>plain())
        .items();
  }

  private List<String> column(BoardTaskStatus status) {
    return listed(all().in(status), BoardTaskOrder.POSITION).stream()
        .map(it -> it.task().title())
        .toList();
  }

  private List<String> found(BoardTaskFilter filter) {
    return listed(filter, BoardTaskOrder.NEWEST).stream()
        .map(it -> it.task().title())
        .sorted()
        .toList();
  }

  private static <T> List<T> together(int count, IntFunction<Callable<T>> calls) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var futures = new ArrayList<Future<T>>();
      for (int caller = 0; caller < count; caller++) {
        futures.add(threads.submit(calls.apply(caller)));
      }
      var results = new ArrayList<T>();
      for (var future : futures) {
        results.add(future.get());
      }
      return results;
    }
  }

  @Test
  void a_number_is_never_used_again() {
    var first = baton.task("One");
    var second = baton.task("Two");
    assertThat(board().findTask(baton.projectId(), 2).orElseThrow().task().id()).isEqualTo(second);

    baton.orchestrator().deletions().deleteTask(second);

    assertThat(board().findTask(baton.projectId(), 2)).isEmpty();
    assertThat(board().loadTask(baton.task("Three")).task().number()).isEqualTo(3);
    assertThat(board().loadTask(first).task().number()).isEqualTo(1);
  }

  @Test
  void many_who_add_and_label_at_once_get_numbers_places_and_labels_of_their_own()
      throws Exception {
    var made = together(20, i -> () -> labelled("Task " + i, Priority.NORMAL, "bug", "l" + i % 3));

    var tasks = made.stream().map(id -> board().loadTask(id).task()).toList();
    assertThat(tasks).extracting(it -> it.number()).doesNotHaveDuplicates();
    assertThat(tasks).extracting(it -> it.position()).doesNotHaveDuplicates();
    assertThat(baton.orchestrator().labels().list(baton.projectId()))
        .extracting(it -> it.label().name())
        .containsExactly("bug", "l0", "l1", "l2");
  }

  @Test
  void many_who_move_at_once_never_get_the_same_place() throws Exception {
    var tasks = new ArrayList<UUID>();
    for (int i = 0; i < 10; i++) {
      tasks.add(baton.task("Task " + i));
    }
    var target = baton.task("Target");

    together(
        40,
        i ->
            () ->
                switch (i % 4) {
                  case 0 -> place(tasks.get(i % 10), new Placement.Before(target));
                  case 1 -> place(tasks.get(i % 10), new Placement.After(target));
                  case 2 -> place(tasks.get(i % 10), new Placement.Top());
                  default -> place(tasks.get(i % 10), new Placement.Bottom());
                });

    assertThat(column(BoardTaskStatus.TODO)).hasSize(11).doesNotHaveDuplicates();
    var keys =
        listed(all(), BoardTaskOrder.POSITION).stream().map(it -> it.task().position()).toList();
    assertThat(keys).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void a_column_is_put_in_order_by_hand_and_a_restart_changes_nothing() {
    var a = baton.task("A");
    var b = baton.task("B");
    var c = baton.task("C");
    assertThat(column(BoardTaskStatus.TODO)).containsExactly("C", "B", "A");

    var before = board().loadTask(c).task().updatedAt();
    clock.advance(Duration.ofMinutes(1));
    place(c, new Placement.Bottom());
    assertThat(column(BoardTaskStatus.TODO)).containsExactly("B", "A", "C");
    assertThat(board().loadTask(c).task().updatedAt()).isEqualTo(before);
    place(a, new Placement.Top());
    assertThat(column(BoardTaskStatus.TODO)).containsExactly("A", "B", "C");
    place(c, new Placement.Before(b));
    assertThat(column(BoardTaskStatus.TODO)).containsExactly("A", "C", "B");
    place(a, new Placement.After(c));
    assertThat(column(BoardTaskStatus.TODO)).containsExactly("C", "A", "B");

    move(b, BoardTaskStatus.DONE);
    move(a, BoardTaskStatus.DONE);
    assertThat(column(BoardTaskStatus.DONE)).containsExactly("A", "B");
    change(c, Optional.of(BoardTaskStatus.DONE), Optional.of(new Placement.After(a)));
    baton.restart();
    assertThat(column(BoardTaskStatus.DONE)).containsExactly("A", "C", "B");
    assertThat(column(BoardTaskStatus.TODO)).isEmpty();
  }

  @Test
  void a_place_beside_itself_or_in_another_column_is_refused() {
    var a = baton.task("A");
    var done = baton.task("Done");
    move(done, BoardTaskStatus.DONE);

    assertThatThrownBy(() -> place(a, new Placement.Before(a)))
        .hasMessage("Task #1 'A' cannot stand before itself");
    assertThatThrownBy(() -> place(a, new Placement.After(done)))
        .hasMessage("Task #2 'Done' stands in column done, not in todo");
    assertThatThrownBy(() -> place(a, new Placement.After(UUID.randomUUID())))
        .hasMessageStartingWith("There is no task ");
    assertThat(column(BoardTaskStatus.TODO)).containsExactly("A");
  }

  @Test
  void keys_that_grow_too_long_are_made_anew_and_the_order_stays() {
    var bottom = baton.task("Bottom");
    var one = baton.task("One");
    var two = baton.task("Two");
    place(bottom, new Placement.Bottom());
    var longest = 0;
    for (int round = 0; round < 400; round++) {
      var moved = round % 2 == 0 ? one : two;
      var task = place(moved, new Placement.After(round % 2 == 0 ? two : one)).task();
      longest = Math.max(longest, task.position().text().length());
    }

    assertThat(longest).isBetween(40, 60);
    assertThat(column(BoardTaskStatus.TODO)).containsExactly("One", "Two", "Bottom");
    var stale = board().loadTask(bottom).task().position().text();
    assertThat(stale).hasSize(8);
  }

  @Test
  void tasks_are_found_by_label_priority_and_words() {
    labelled("Fix ÜBERGANG 100%", Priority.URGENT, "bug", "web");
    labelled("Paint [the] wall_", Priority.LOW, "web");
    baton.task("Other");

    assertThat(found(with(List.of("web"), List.of()))).hasSize(2);
    assertThat(found(with(List.of("web", "bug"), List.of()))).containsExactly("Fix ÜBERGANG 100%");
    assertThat(found(with(List.of("none"), List.of()))).isEmpty();
    assertThat(found(with(List.of(), List.of("übergang", "FIX")))).hasSize(1);
    assertThat(found(with(List.of(), List.of("about", "übergang")))).hasSize(1);
    assertThat(found(with(List.of(), List.of("about")))).hasSize(2);
    for (var word : List.of("[the]", "wall_", "[THE", "the]")) {
      assertThat(found(with(List.of(), List.of(word)))).as(word).hasSize(1);
    }
    assertThat(found(with(List.of(), List.of("100%")))).hasSize(1);
    for (var word : List.of("1*", "100_", "w.ll", "^", "\\", "(", "%%", "?")) {
      assertThat(found(with(List.of(), List.of(word)))).as(word).isEmpty();
    }
    assertThat(board().countByStatus(with(List.of("web"), List.of()).in(BoardTaskStatus.DONE)))
        .containsEntry(BoardTaskStatus.TODO, 2L)
        .containsEntry(BoardTaskStatus.DONE, 0L)
        .hasSize(5);
  }

  private BoardTaskFilter with(List<String> labels, List<String> words) {
    return new BoardTaskFilter(
        Optional.of(baton.projectId()), Optional.empty(), labels, Optional.empty(), words, false);
  }

  @Test
  void labels_are_renamed_and_coloured_for_all_tasks_at_once() {
    var task = labelled("One", Priority.NORMAL, " bug ", "bug", "web");
    var labels = baton.orchestrator().labels();
    assertThat(labels.list(baton.projectId()))
        .extracting(LabelUse::tasks, it -> it.label().name(), it -> it.label().colour())
        .containsExactly(tuple(1L, "bug", LabelColour.BLUE), tuple(1L, "web", LabelColour.GREEN));

    labels.change(
        new LabelChange(
            baton.projectId(), "bug", Optional.of("defect"), Optional.of(LabelColour.RED)));

    assertThat(board().loadTask(task).labels())
        .extracting(Label::name, Label::colour)
        .containsExactly(tuple("defect", LabelColour.RED), tuple("web", LabelColour.GREEN));
    assertThatThrownBy(
            () ->
                labels.change(
                    new LabelChange(
                        baton.projectId(), "web", Optional.of("defect"), Optional.empty())))
        .hasMessage("The project has a label 'defect' already");
    assertThatThrownBy(
            () ->
                labels.change(
                    new LabelChange(baton.projectId(), "bug", Optional.empty(), Optional.empty())))
        .hasMessage("Project 'Test' has no label 'bug'");
  }

  @Test
  void what_is_archived_is_off_the_board_and_can_come_back() {
    var old = baton.task("Old");
    var open = baton.task("Open");
    move(old, BoardTaskStatus.DONE);
    clock.advance(Duration.ofDays(8));
    var fresh = baton.task("Fresh");
    move(fresh, BoardTaskStatus.DONE);

    var week = clock.instant().minus(Duration.ofDays(7));
    assertThat(board().archiveDone(new DoneTasks(week, Optional.of(baton.projectId()))))
        .isEqualTo(1);
    assertThat(board().archiveDone(new DoneTasks(week, Optional.empty()))).isZero();

    assertThat(found(all())).containsExactly("Fresh", "Open");
    assertThat(column(BoardTaskStatus.DONE)).containsExactly("Fresh");
    baton.restart();
    assertThat(board().archiveTask(open, true).task().archivedAt()).isPresent();
    assertThat(found(archived())).containsExactly("Old", "Open");
    board().archiveTask(old, false);
    assertThat(column(BoardTaskStatus.DONE)).containsExactly("Fresh", "Old");
  }

  @Test
  void each_project_hears_how_many_of_its_done_tasks_are_archived_and_put_back() {
    var repo = new NewRepo(baton.makeRepository("other"), Optional.empty());
    var other = baton.orchestrator().projects().create(new NewProject("Other", List.of(repo)));
    var otherId = other.project().id();
    for (var project : List.of(baton.projectId(), baton.projectId(), otherId)) {
      var task = board().createTask(caller(), new NewBoardTask(project, "Task", Optional.empty()));
      move(task.task().id(), BoardTaskStatus.DONE);
    }
    var before = baton.orchestrator().events().latest();
    var at = clock.instant().truncatedTo(ChronoUnit.MILLIS).plusSeconds(1);

    assertThat(board().archiveDone(new DoneTasks(at, Optional.empty()), at)).isEqualTo(3);
    assertThat(board().putBack(at)).isEqualTo(3);
    board().archiveDone(new DoneTasks(at.plusSeconds(1), Optional.of(otherId)));

    assertThat(changesOf(baton.projectId(), before))
        .containsExactly("2 done tasks were archived", "2 done tasks were put back on the board");
    assertThat(changesOf(otherId, before))
        .containsExactly(
            "1 done task was archived",
            "1 done task was put back on the board",
            "1 done task was archived");
  }

  private List<String> changesOf(UUID projectId, long after) {
    return baton
        .orchestrator()
        .events()
        .readAfter(EventFilter.ALL.ofProject(projectId), after, 100)
        .events()
        .stream()
        .map(event -> EventWords.of(event, name -> name))
        .toList();
  }

  private BoardTaskFilter archived() {
    return new BoardTaskFilter(
        Optional.empty(), Optional.empty(), List.of(), Optional.empty(), List.of(), true);
  }

  @Test
  void a_list_over_all_projects_leaves_out_those_that_are_archived() {
    baton.task("Here");
    assertThat(found(BoardTaskFilter.ALL)).containsExactly("Here");

    baton.orchestrator().projects().archive(baton.projectId(), true);

    assertThat(found(BoardTaskFilter.ALL)).isEmpty();
    assertThat(found(all())).containsExactly("Here");
  }
}
