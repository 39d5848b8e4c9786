package dev.baton.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.database.Migrations;
import dev.baton.database.StorageException;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.store.LineTable.WaitingAttempt;
import dev.baton.orchestrator.store.RequestTable.RequestKey;
import dev.baton.orchestrator.store.RequestTable.StoredRequest;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.NewEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the tables promise, on either database. */
abstract class StoreContract {
  @RegisterExtension final Databases databases;
  StoreFixture fixture;
  Store store;

  StoreContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() {
    store = Store.open(databases.openNew());
    fixture = new StoreFixture(store);
  }

  @Test
  void a_database_of_the_first_release_is_brought_up_to_date() {
    var database = databases.openNew();
    Migrations.of("orchestrator", Store.class, "migrations", List.of("V0001__orchestrator.sql"))
        .apply(database);
    database.write(
        connection -> {
          try (var statement = connection.createStatement()) {
            return statement.executeUpdate(
                """
                insert into project (id, name, commit_policy, created_at, updated_at) values
                ('01a1e005-1e2a-7f06-a042-e4e21f6da867', 'Usual', 'auto', 1, 1),
                ('01a1e005-1e2a-7f06-a042-e4e21f6da868', 'Own', 'none', 1, 1)\
                """);
          }
        });

    var projects =
        Store.open(database)
            .read(tables -> tables.projects().list(PageRequest.first(PageLimit.items(10)), false));

    assertThat(projects)
        .extracting(Project::name, Project::commitPolicy)
        .containsExactly(
            tuple("Usual", Optional.empty()), tuple("Own", Optional.of(CommitPolicy.NONE)));
  }

  private List<IdTable.Candidate> found(IdKind kind, String text) {
    return store.read(tables -> tables.ids().find(kind, text));
  }

  @Test
  void everything_is_found_by_how_its_id_begins_or_ends() {
    var attempt = fixture.attempt();
    var turn = fixture.turn(attempt, 0, TurnStatus.ACTIVE);
    var things = new LinkedHashMap<IdKind, UUID>();
    things.put(IdKind.ATTEMPT, attempt);
    things.put(IdKind.SESSION, fixture.session(attempt));
    things.put(IdKind.PROCESS, fixture.process(attempt, turn));
    things.put(IdKind.PROJECT, fixture.project());

    things.forEach(
        (kind, id) -> {
          var text = id.toString();
          for (var part : List.of(text.substring(0, 30), text.substring(6), text)) {
            assertThat(found(kind, part))
                .as("%s %s", kind, part)
                .extracting(IdTable.Candidate::id)
                .containsExactly(id);
          }
          assertThat(found(kind, text.substring(3, 30))).isEmpty();
        });
    assertThat(found(IdKind.PROJECT, "P")).hasSize(2);
    assertThat(found(IdKind.TASK, "%")).isEmpty();
  }

  @Test
  void archived_projects_are_a_list_of_their_own() {
    var shown = fixture.project();
    var hidden = fixture.project();
    store.write(
        tables -> {
          var project = tables.projects().find(hidden).orElseThrow();
          tables.projects().update(project.archived(StoreFixture.NOW));
          return project;
        });

    for (var archived : List.of(true, false)) {
      var listed = store.read(tables -> tables.projects().list(first(10), archived));
      assertThat(listed).extracting(Project::id).containsExactly(archived ? hidden : shown);
    }
  }

  private static BoardTaskFilter of(UUID project) {
    return BoardTaskFilter.ALL.ofProject(project);
  }

  @Test
  void tasks_come_newest_first_and_ties_by_the_smallest_id() {
    var project = fixture.project();
    var old = fixture.task(project, 3, StoreFixture.NOW);
    var tieB = fixture.task(project, 2, StoreFixture.NOW.plusSeconds(1));
    var tieA = fixture.task(project, 1, StoreFixture.NOW.plusSeconds(1));

    assertThat(ids(store.read(tables -> tables.boardTasks().listNewest(of(project), first(10)))))
        .containsExactly(tieA, tieB, old);
  }

  @Test
  void pages_of_tasks_skip_nothing_and_repeat_nothing_while_others_are_added() {
    var project = fixture.project();
    var expected = new ArrayList<UUID>();
    for (int number = 0; number < 7; number++) {
      // why: three at a time at the same moment
      expected.add(fixture.task(project, number, StoreFixture.NOW.minusSeconds(number / 3)));
    }
    var seen = new ArrayList<UUID>();
    var request = first(2);
    for (int page = 0; page < 4; page++) {
      var wanted = request;
      var read = store.read(tables -> tables.boardTasks().listNewest(of(project), wanted));
      var items = read.subList(0, Math.min(2, read.size()));
      seen.addAll(ids(items));
      var last = items.getLast().task();
      request =
          new PageRequest(
              PageLimit.items(2),
              Optional.of(new Position(last.createdAt(), last.id()).cursor("")),
              "");
      fixture.task(project, 100 + page, StoreFixture.NOW.plusSeconds(60 + page));
    }
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void a_list_of_tasks_knows_their_latest_attempts() {
    var project = fixture.project();
    var task = fixture.task(project, 1, StoreFixture.NOW);
    fixture.attempt(project, task, 1, new AttemptState.Running(), StoreFixture.NOW);
    var latest =
        fixture.attempt(
            project,
            task,
            2,
            new AttemptState.Failed("exit code 1"),
            StoreFixture.NOW.plusMillis(1));
    var session = fixture.session(latest);

    var overview =
        store.read(tables -> tables.boardTasks().listNewest(of(project), first(10))).getFirst();

    assertThat(overview.hasInProgressAttempt()).isTrue();
    assertThat(overview.lastAttemptFailed()).isTrue();
    assertThat(overview.latestAttempt().orElseThrow().attemptId()).isEqualTo(latest);
    assertThat(overview.latestAttempt().orElseThrow().session().orElseThrow().sessionId())
        .isEqualTo(session);
    var again = store.read(tables -> tables.boardTasks().findOverview(task));
    assertThat(again).contains(overview);
    var done =
        store.read(
            tables ->
                tables.boardTasks().listNewest(of(project).in(BoardTaskStatus.DONE), first(10)));
    assertThat(done).isEmpty();
  }

  @Test
  void two_turns_of_an_attempt_are_never_active() {
    var attempt = fixture.attempt();
    fixture.turn(attempt, 0, TurnStatus.ACTIVE);

    assertThatThrownBy(() -> fixture.turn(attempt, 1, TurnStatus.ACTIVE))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(Store.isDuplicate(failure)).isTrue());
    fixture.turn(attempt, 1, TurnStatus.QUEUED);
    var queued = store.read(tables -> tables.turns().listQueued(attempt));
    assertThat(queued).extracting(Turn::index).containsExactly(1L);
  }

  @Test
  void two_programs_of_an_attempt_never_run() {
    var attempt = fixture.attempt();
    var turn = fixture.turn(attempt, 0, TurnStatus.ACTIVE);
    fixture.process(attempt, turn);

    assertThatThrownBy(() -> fixture.process(attempt, turn))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(Store.isDuplicate(failure)).isTrue());
  }

  @Test
  void who_was_taken_over_can_see_it() {
    var attempt = fixture.attempt();
    long mine = claim(attempt);
    var heldAtFirst = store.write(tables -> tables.attempts().isHeld(attempt, mine));
    assertThat(heldAtFirst).isTrue();

    long other = claim(attempt);

    assertThat(other).isGreaterThan(mine);
    var heldAfterwards = store.write(tables -> tables.attempts().isHeld(attempt, mine));
    assertThat(heldAfterwards).isFalse();
    var heldByOther = store.write(tables -> tables.attempts().isHeld(attempt, other));
    assertThat(heldByOther).isTrue();
  }

  private long claim(UUID attempt) {
    return store.write(tables -> tables.attempts().claim(attempt, "node")).orElseThrow();
  }

  @Test
  void the_line_keeps_its_order_when_somebody_leaves() {
    var project = fixture.project();
    var task = fixture.task(project, 1, StoreFixture.NOW);
    var attempts =
        IntStream.range(0, 4)
            .mapToObj(
                number ->
                    fixture.attempt(
                        project, task, number, new AttemptState.NotBegun(), StoreFixture.NOW))
            .toList();
    attempts.forEach(
        attempt ->
            store.write(
                tables -> {
                  tables.line().lock();
                  tables.line().join(attempt);
                  return attempt;
                }));
    store.write(
        tables -> {
          tables.line().leave(attempts.get(1));
          return attempts;
        });

    var waiting =
        store.read(tables -> tables.line().listWaiting(LineTable.FIRST, LineTable.AT_A_TIME));
    assertThat(waiting)
        .extracting(each -> each.attempt().id())
        .containsExactly(attempts.get(0), attempts.get(2), attempts.get(3));
    var position = store.read(tables -> tables.line().position(waiting.get(1).ticket()));
    assertThat(position).isEqualTo(2);
  }

  @Test
  void a_long_line_is_read_to_its_end() {
    var project = fixture.project();
    var task = fixture.task(project, 1, StoreFixture.NOW);
    store.write(
        tables -> {
          for (int number = 0; number < 450; number++) {
            var attempt =
                StoreFixture.newAttempt(
                    project, task, number, new AttemptState.NotBegun(), StoreFixture.NOW);
            tables.attempts().insert(attempt, List.of());
            tables.line().join(attempt.id());
          }
          return task;
        });
    var tickets = new ArrayList<Long>();
    long last = LineTable.FIRST;
    for (var page = waiting(last); !page.isEmpty(); page = waiting(last)) {
      page.forEach(waiting -> tickets.add(waiting.ticket()));
      last = tickets.getLast();
    }
    assertThat(tickets).hasSize(450).isSorted().doesNotHaveDuplicates();
  }

  private List<WaitingAttempt> waiting(long ticket) {
    return store.read(tables -> tables.line().listWaiting(ticket, LineTable.AT_A_TIME));
  }

  @Test
  void log_entries_have_one_rising_index_and_pages_fit_together() {
    var attempt = fixture.attempt();
    add(attempt, LogChannel.RAW, 0, 120);
    add(attempt, LogChannel.RAW, 120, 250);
    add(attempt, LogChannel.NORMALIZED, 0, 3);

    var newest = list(attempt, Tail.newest(PageLimit.items(50)), 50);
    var older = list(attempt, Tail.below(PageLimit.items(50), newest.getLast()), 200);
    assertThat(newest.reversed()).isEqualTo(range(200, 250));
    assertThat(older.reversed()).isEqualTo(range(0, 200));
    assertThat(list(attempt, Tail.above(PageLimit.items(50), 9), 5)).isEqualTo(range(10, 15));
    assertThat(list(attempt, Tail.above(PageLimit.items(50), 249), 5)).isEmpty();
    long nextNormalized =
        store.read(tables -> tables.logs().nextIndex(attempt, LogChannel.NORMALIZED));
    assertThat(nextNormalized).isEqualTo(3);
  }

  @Test
  void a_deleted_attempt_takes_everything_along() {
    var attempt = fixture.attempt();
    var turn = fixture.turn(attempt, 0, TurnStatus.ACTIVE);
    var process = fixture.process(attempt, turn);
    fixture.session(attempt);
    add(attempt, LogChannel.RAW, 0, 3);
    store.write(
        tables -> {
          tables.attempts().delete(attempt);
          return attempt;
        });

    var attemptAfterwards = store.read(tables -> tables.attempts().find(attempt));
    assertThat(attemptAfterwards).isEmpty();
    var processAfterwards = store.read(tables -> tables.processes().find(process));
    assertThat(processAfterwards).isEmpty();
    assertThat(list(attempt, Tail.newest(PageLimit.items(50)), 50)).isEmpty();
  }

  @Test
  void a_key_belongs_to_its_owner_and_tool_and_is_forgotten_in_time() {
    var key = new RequestKey("ada", "create_task", "1");
    store.write(
        tables -> {
          tables.requests().insert(key, new StoredRequest("print", "{}"), StoreFixture.NOW);
          return key;
        });

    var stored = store.read(tables -> tables.requests().find(key));
    assertThat(stored).contains(new StoredRequest("print", "{}"));
    var ofBob =
        store.read(tables -> tables.requests().find(new RequestKey("bob", "create_task", "1")));
    assertThat(ofBob).isEmpty();
    var ofOtherTool =
        store.read(tables -> tables.requests().find(new RequestKey("ada", "follow_up", "1")));
    assertThat(ofOtherTool).isEmpty();
    var later = StoreFixture.NOW.plus(Duration.ofDays(7));
    var forgotten = store.write(tables -> tables.requests().deleteOlderThan(later));
    assertThat(forgotten).isEqualTo(1);
  }

  private void add(UUID attempt, LogChannel channel, int from, int to) {
    var entries =
        IntStream.range(from, to)
            .mapToObj(
                number ->
                    NewEntry.raw(
                        new UUID(0, 1), StoreFixture.NOW, "stdout", "line " + number, false))
            .toList();
    store.write(tables -> tables.logs().add(attempt, channel, entries, StoreFixture.NOW));
  }

  private List<Long> list(UUID attempt, Tail tail, int most) {
    return store.read(tables -> tables.logs().list(attempt, LogChannel.RAW, tail, most)).stream()
        .map(LogEntry::index)
        .toList();
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private static PageRequest first(int items) {
    return PageRequest.first(PageLimit.items(items));
  }

  private static List<UUID> ids(List<BoardTaskOverview> tasks) {
    return tasks.stream().map(overview -> overview.task().id()).toList();
  }
}
