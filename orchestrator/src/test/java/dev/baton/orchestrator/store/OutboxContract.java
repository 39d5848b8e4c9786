package dev.baton.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.event.EventFeed;
import dev.baton.orchestrator.event.Signals;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

/** What readers of events may rely on, whichever database is underneath. */
@Timeout(120)
abstract class OutboxContract {
  private static final int WRITERS = 8;
  private static final int EACH = 15;
  private static final Duration LONG = Duration.ofSeconds(30);

  @RegisterExtension final Databases databases;
  private final List<EventFeed> feeds = new ArrayList<>();
  private final List<Signals> signals = new ArrayList<>();
  private final List<Store> stores = new ArrayList<>();
  private String address = "";

  OutboxContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  /** PostgreSQL has two servers, SQLite one. */
  @BeforeEach
  void open() {
    address = databases.newAddress();
    for (int count = databases.dialect() == Dialect.POSTGRESQL ? 2 : 1; count > 0; count--) {
      var store = Store.open(databases.open(address));
      var ofStore = new Signals();
      var feed = new EventFeed(store, ofStore, _ -> {}, Clock.systemUTC());
      feed.start();
      stores.add(store);
      signals.add(ofStore);
      feeds.add(feed);
    }
  }

  @AfterEach
  void close() {
    feeds.forEach(EventFeed::close);
  }

  private UUID happens(Store store) {
    return new StoreFixture(store).project();
  }

  private EventFeed feed() {
    return feeds.getFirst();
  }

  private Store store() {
    return stores.getFirst();
  }

  /** Follows as a browser does, in small bites, until so many have come. */
  private static List<BoardEvent> follow(EventFeed feed, int expected) throws InterruptedException {
    var got = new ArrayList<BoardEvent>();
    try (var listener = feed.listen()) {
      while (got.size() < expected) {
        var after = got.isEmpty() ? 0 : got.getLast().id();
        var page = feed.readAfter(EventFilter.ALL, after, 7);
        assertThat(page.isGap()).isFalse();
        assertThat(page.latest().orElse(0L))
            .isGreaterThanOrEqualTo(page.events().isEmpty() ? after : page.events().getLast().id());
        got.addAll(page.events());
        if (!page.hasMore()) {
          listener.await(LONG);
        }
      }
    }
    return got;
  }

  @Test
  void readers_get_what_many_writers_commit_at_once_all_of_it_and_in_one_order() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var readers = new ArrayList<Future<List<BoardEvent>>>();
      for (int reader = 0; reader < 4; reader++) {
        var feed = feeds.get(reader % feeds.size());
        readers.add(threads.submit(() -> follow(feed, WRITERS * EACH)));
      }
      var writers = new ArrayList<Future<List<UUID>>>();
      for (int writer = 0; writer < WRITERS; writer++) {
        var store = stores.get(writer % stores.size());
        Callable<List<UUID>> work =
            () -> IntStream.range(0, EACH).mapToObj(_ -> happens(store)).toList();
        writers.add(threads.submit(work));
      }
      var written = new ArrayList<UUID>();
      for (var writer : writers) {
        written.addAll(writer.get());
      }
      for (var reader : readers) {
        assertThat(reader.get())
            .extracting(BoardEvent::id)
            .containsExactlyElementsOf(LongStream.rangeClosed(1, WRITERS * EACH).boxed().toList());
        assertThat(reader.get())
            .extracting(event -> event.projectId().orElseThrow())
            .containsExactlyInAnyOrderElementsOf(written);
      }
    }
  }

  @Test
  void what_one_server_writes_wakes_the_readers_of_all() throws Exception {
    var written = stores.getLast();
    try (var listener = feed().listen()) {
      // why: a server that begins to hear the others wakes its readers once
      listener.await(Duration.ofSeconds(1));
      var project = happens(written);
      while (feed().latest() == 0) {
        listener.await(LONG);
      }
      assertThat(feed().readAfter(EventFilter.ALL, 0, 10).events())
          .extracting(event -> event.projectId().orElseThrow())
          .containsExactly(project);
    }
  }

  @Test
  void what_was_taken_back_did_not_happen_and_leaves_no_hole() {
    var before = happens(store());
    assertThatThrownBy(
            () ->
                store()
                    .write(
                        tables -> {
                          tables.events().ofProject(EventName.PROJECT_CHANGED, before, data());
                          throw new IllegalStateException("no");
                        }))
        .hasMessage("no");
    var after = happens(store());

    assertThat(feed().readAfter(EventFilter.ALL, 0, 10).events())
        .extracting(event -> event.id() + " " + event.projectId().orElseThrow())
        .containsExactly("1 " + before, "2 " + after);
  }

  private static ObjectNode data() {
    return Json.object();
  }

  @Test
  void a_server_that_is_killed_has_told_what_it_committed_and_nothing_else() throws Exception {
    var committed = new ArrayList<String>();
    var program = OutboxProgram.start(address);
    try (var output = program.inputReader()) {
      for (var line = output.readLine();
          !line.equals(OutboxProgram.INSIDE);
          line = output.readLine()) {
        committed.add(line);
      }
    } finally {
      program.destroyForcibly();
      program.onExit().join();
    }
    var next = happens(store());
    committed.add(next.toString());

    var page = feed().readAfter(EventFilter.ALL, 0, 100);
    assertThat(page.events())
        .extracting(event -> event.projectId().orElseThrow().toString())
        .containsExactlyElementsOf(committed);
    assertThat(page.latest()).contains((long) committed.size());
    var first = UUID.fromString(committed.getFirst());
    var project = store().read(tables -> tables.projects().find(first));
    assertThat(project).isPresent();
  }

  @Test
  void after_seven_days_events_are_gone_and_who_wants_them_is_told() {
    happens(store());
    happens(store());
    happens(store());
    later(Duration.ofDays(6)).forget();
    assertThat(feed().readAfter(EventFilter.ALL, 0, 10).isGap()).isFalse();

    later(Duration.ofDays(8)).forget();

    assertThat(feed().readAfter(EventFilter.ALL, 0, 10).isGap()).isTrue();
    assertThat(feed().readAfter(EventFilter.ALL, 1, 10).isGap()).isTrue();
    var kept = feed().readAfter(EventFilter.ALL, 2, 10);
    assertThat(kept.isGap()).isFalse();
    assertThat(kept.events()).extracting(BoardEvent::id).containsExactly(3L);
    assertThat(feed().readAfter(EventFilter.ALL, 3, 10).isGap()).isFalse();
    happens(store());
    assertThat(feed().latest()).isEqualTo(4);
  }

  private EventFeed later(Duration time) {
    return new EventFeed(store(), new Signals(), _ -> {}, Clock.offset(Clock.systemUTC(), time));
  }

  @Test
  void of_more_than_two_hundred_thousand_events_the_newest_are_kept() throws Exception {
    addEvents(200_010);

    feed().forget();

    assertThat(feed().readAfter(EventFilter.ALL, 9, 1).isGap()).isTrue();
    var kept = feed().readAfter(EventFilter.ALL, 10, 1);
    assertThat(kept.isGap()).isFalse();
    assertThat(kept.events()).extracting(BoardEvent::id).containsExactly(11L);
    assertThat(kept.latest()).contains(200_010L);
  }

  private void addEvents(int most) throws SQLException {
    try (var connection = store().dataSource().getConnection();
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          """
          insert into event (id, happened_at, name, data)
          with recursive number (id) as
            (select 1 union all select id + 1 from number where id < %d)
          select id, %d, 'task.changed', '{}' from number
          """
              .formatted(most, System.currentTimeMillis()));
    }
  }

  @Test
  void an_event_that_was_never_told_is_a_gap_too() {
    assertThat(feed().readAfter(EventFilter.ALL, 5, 10).isGap()).isTrue();
    assertThat(feed().readAfter(EventFilter.ALL, 0, 10).isGap()).isFalse();
  }

  @Test
  void output_is_told_four_times_a_second_and_never_stored() throws Exception {
    var attempt = UUID.randomUUID();
    for (var feed : feeds) {
      try (var listener = feed.listen()) {
        var begin = System.nanoTime();
        for (int told = 0; told < 12; ) {
          signals.getFirst().tell(attempt);
          told += listener.await(Duration.ofMillis(5)).contains(attempt) ? 1 : 0;
        }
        // why not three seconds: the first may come at once, and a thread may be late
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
            .isGreaterThan(Duration.ofMillis(2400));
      }
    }
    assertThat(feed().latest()).isZero();
    assertThat(feed().readNewest(EventFilter.ALL, 10).events()).isEmpty();
  }
}
