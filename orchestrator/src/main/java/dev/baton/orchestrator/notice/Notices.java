package dev.baton.orchestrator.notice;

import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.event.EventFeed;
import dev.baton.orchestrator.notice.Channel.Outcome;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.event.NoticeTable.Standing;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells receivers what happens, and knows which deliveries fail. Thread safe. */
public final class Notices implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
  private static final int MOST_COUNTED = 1000;

  /** How it goes with a receiver, in a word. */
  public enum Health {
    /** It was told nothing yet. */
    NEW,
    OK,
    /** The last try failed; it is tried again. */
    RETRYING,
    /** It failed for so long that notices were given up. */
    DEAD
  }

  /**
   * How it goes with a receiver.
   *
   * @param pending how much it is to be told, up to a thousand
   */
  public record ReceiverStatus(Receiver receiver, Health health, long pending, Standing standing) {}

  /** What people are told of an event. */
  public record Words(String title, String text) {}

  private final Store store;
  private final EventFeed events;
  private final Supplier<NoticeSetup> setups;
  private final String server;
  private final Clock clock;
  private final List<Worker> workers = new ArrayList<>();
  private final Thread watch = Thread.ofVirtual().name("notices").unstarted(this::watch);
  private NoticeSetup setup = NoticeSetup.NONE;
  private boolean isClosed;

  /** The thread that tells a receiver. */
  private record Worker(Receiver receiver, Thread thread) {}

  /**
   * Those of a server.
   *
   * @param setups asked again and again, since settings change
   * @param server the same after a restart, and another for each server
   */
  public Notices(
      Store store, EventFeed events, Supplier<NoticeSetup> setups, String server, Clock clock) {
    this.store = store;
    this.events = events;
    this.setups = setups;
    this.server = server;
    this.clock = clock;
  }

  /** Begins; who is new hears of what happens from now on. */
  public void start() {
    take(setups.get());
    watch.start();
  }

  /** Looks for other settings until it is interrupted. */
  private void watch() {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(1);
        try {
          refresh();
        } catch (RuntimeException e) {
          LOG.warn("Other receivers of notices were not taken over; it is tried again", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void refresh() {
    var next = setups.get();
    if (!next.equals(setup)) {
      take(next);
    }
  }

  private synchronized void take(NoticeSetup next) {
    if (isClosed) {
      return;
    }
    var gone = workers.stream().filter(it -> !next.receivers().contains(it.receiver())).toList();
    stop(gone);
    workers.removeAll(gone);
    var names = next.receivers().stream().map(Receiver::name).toList();
    var old = setup.receivers();
    store.write(
        tables -> {
          tables.notices().deleteOthers(names, server);
          var latest = tables.events().latest().orElse(0L);
          names.forEach(name -> tables.notices().insertIfNew(name, latest));
          // why: what was wrong with a receiver may be what was changed
          old.stream()
              .filter(it -> !next.receivers().contains(it))
              .forEach(it -> tables.notices().tryNow(it.name()));
          return names;
        });
    setup = next;
    var told = workers.stream().map(Worker::receiver).toList();
    next.receivers().stream()
        .filter(it -> !told.contains(it))
        .forEach(it -> workers.add(new Worker(it, startWorker(it))));
  }

  private Thread startWorker(Receiver receiver) {
    var worker = new NoticeWorker(store, events, receiver, setup, server, clock);
    return Thread.ofVirtual().name("notice " + receiver.name()).start(worker::run);
  }

  private static void stop(List<Worker> some) {
    some.forEach(worker -> worker.thread().interrupt());
    try {
      for (var worker : some) {
        worker.thread().join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public synchronized List<ReceiverStatus> list() {
    refresh();
    return store.read(
        tables ->
            setup.receivers().stream()
                .flatMap(receiver -> findStatus(tables, receiver).stream())
                .toList());
  }

  /** Empty for a moment if another server, whose settings do not name it, has forgotten it. */
  private static Optional<ReceiverStatus> findStatus(Tables tables, Receiver receiver) {
    return tables
        .notices()
        .find(receiver.name())
        .map(standing -> status(tables, receiver, standing));
  }

  private static ReceiverStatus status(Tables tables, Receiver receiver, Standing standing) {
    var after =
        tables.events().listAfter(receiver.filter(), standing.position(), MOST_COUNTED).stream()
            .filter(
                event ->
                    receiver.wants(
                        event,
                        event.projectId().flatMap(tables.projects()::find).stream().toList()))
            .count();
    var pending = Math.min(MOST_COUNTED, after + tables.notices().countRetries(receiver.name()));
    return new ReceiverStatus(receiver, health(standing), pending, standing);
  }

  private static Health health(Standing standing) {
    if (standing.problem().isEmpty()) {
      return standing.deliveredAt().isEmpty() ? Health.NEW : Health.OK;
    }
    var isGivenUp =
        standing
            .givenUpAt()
            .filter(at -> standing.deliveredAt().filter(at::isBefore).isEmpty())
            .isPresent();
    return isGivenUp ? Health.DEAD : Health.RETRYING;
  }

  /**
   * What a browser tells its owner of an event; empty if people do not usually want to know.
   *
   * @param agentName how people call an executor
   */
  public Optional<Words> findWords(BoardEvent event, UnaryOperator<String> agentName) {
    return Topic.USUAL.stream().anyMatch(topic -> topic.has(event))
        ? Optional.of(store.read(tables -> Notice.of(tables, event, agentName)))
            .map(notice -> new Words(notice.title(), notice.text()))
        : Optional.empty();
  }

  /**
   * Tells a receiver at once that this is a test.
   *
   * @return how long it took
   */
  public Duration test(String name) {
    var receiver = find(name).orElseThrow(() -> unknown(name));
    var start = System.nanoTime();
    switch (send(receiver)) {
      case Outcome.Delivered _ -> {
        return Duration.ofNanos(System.nanoTime() - start);
      }
      case Outcome.Refused refused -> throw failed(name, refused.problem());
      case Outcome.Unreachable unreachable -> throw failed(name, unreachable.problem());
    }
  }

  private Outcome send(Receiver receiver) {
    try {
      return receiver.channel().send(Notice.test(receiver.name(), clock.instant()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Unreachable("it was not waited for");
    }
  }

  private Optional<Receiver> find(String name) {
    return setups.get().receivers().stream().filter(it -> it.name().equals(name)).findFirst();
  }

  private ToolFailure unknown(String name) {
    var known = setups.get().receivers().stream().map(Receiver::name).toList();
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "There is no receiver '%s'%s".formatted(name, NearestWord.asked(name, known)),
        known.isEmpty()
            ? "Add one below 'notify' in config.yaml"
            : "Use one of %s, or add it below 'notify' in config.yaml"
                .formatted(String.join(", ", known)),
        Map.of("name", name));
  }

  private static ToolFailure failed(String name, String problem) {
    return ToolFailure.invalid(
        "/name",
        "Receiver '%s' did not take the test: %s".formatted(name, problem),
        "Look at its settings below 'notify' in config.yaml, then repeat the call");
  }

  @Override
  public void close() {
    watch.interrupt();
    synchronized (this) {
      isClosed = true;
      stop(workers);
      workers.clear();
    }
    try {
      watch.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
