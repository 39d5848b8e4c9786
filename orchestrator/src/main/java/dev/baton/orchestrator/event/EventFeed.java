package dev.baton.orchestrator.event;

import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Lets readers follow what happens: events from the store, and signals that there is more to read
 * in the log of an attempt. A reader is woken, then reads what is new to it; who was not there asks
 * the store. Thread safe.
 */
public final class EventFeed implements AutoCloseable {
  /** A burst of output wakes readers four times a second. */
  private static final Duration PULSE = Duration.ofMillis(250);

  private static final Duration KEPT = Duration.ofDays(7);
  private static final long MOST_KEPT = 200_000;

  /** Somebody who follows. Used by one thread; closed by it. */
  public final class Listener implements AutoCloseable {
    private final Set<UUID> attempts = new LinkedHashSet<>();
    private boolean isWoken;

    /** Lets it return now, as if something had happened. */
    public synchronized void wake() {
      isWoken = true;
      notifyAll();
    }

    private synchronized void wake(Set<UUID> grown) {
      attempts.addAll(grown);
      notifyAll();
    }

    /**
     * Returns when there is something to read, or the time is up.
     *
     * @return the attempts whose logs have grown
     */
    public synchronized Set<UUID> await(Duration patience) throws InterruptedException {
      await(patience, () -> isWoken || !attempts.isEmpty());
      isWoken = false;
      var grown = Set.copyOf(attempts);
      attempts.clear();
      return grown;
    }

    /** Returns when something happened, here or at another server, or the time is up. */
    public synchronized void awaitEvent(Duration patience) throws InterruptedException {
      await(patience, () -> isWoken);
      isWoken = false;
      attempts.clear();
    }

    private synchronized void await(Duration patience, BooleanSupplier condition)
        throws InterruptedException {
      var deadline = System.nanoTime() + patience.toNanos();
      while (!condition.getAsBoolean()) {
        var left = deadline - System.nanoTime();
        if (left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
      }
    }

    @Override
    public void close() {
      listeners.remove(this);
    }
  }

  /**
   * A part of what happened.
   *
   * @param latest up to which event there is something
   * @param hasMore true if more follows what is here
   * @param isGap true if some that were asked for are no longer kept
   */
  public record EventPage(
      List<BoardEvent> events, Optional<Long> latest, boolean hasMore, boolean isGap) {}

  private final Store store;
  private final Signals signals;
  private final Clock clock;
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private final Set<UUID> grown = ConcurrentHashMap.newKeySet();
  private final RemoteNews remote;
  private final Thread pulse = Thread.ofVirtual().name("event-pulse").unstarted(this::beat);

  /**
   * A feed.
   *
   * @param others gets what nodes tell each other beside events
   */
  public EventFeed(Store store, Signals signals, Consumer<NodeNews> others, Clock clock) {
    this.store = store;
    this.signals = signals;
    this.clock = clock;
    remote = new RemoteNews(store, this::happenedElsewhere, this::grewElsewhere, others);
    store.whenSomethingHappened(this::happened);
    signals.listen(grown::add);
  }

  public void start() {
    pulse.start();
    remote.start();
  }

  public Listener listen() {
    var listener = new Listener();
    listeners.add(listener);
    return listener;
  }

  private void happened(Set<UUID> attempts) {
    listeners.forEach(Listener::wake);
    signals.wake(attempts);
  }

  /** To whom is not said. */
  private void happenedElsewhere() {
    listeners.forEach(Listener::wake);
    signals.wakeAll();
  }

  private void grewElsewhere(UUID attempt) {
    tell(Set.of(attempt));
    signals.wake(Set.of(attempt));
  }

  private void tell(Set<UUID> attempts) {
    listeners.forEach(listener -> listener.wake(attempts));
  }

  private void beat() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(PULSE.toNanos());
        var attempts = Set.copyOf(grown);
        if (!attempts.isEmpty()) {
          grown.removeAll(attempts);
          tell(attempts);
          remote.tell(attempts);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Up to which event there is something; 0 before the first. */
  public long latest() {
    return store.read(tables -> tables.events().latest()).orElse(0L);
  }

  /** What happened most recently, oldest first. */
  public EventPage readNewest(EventFilter filter, int most) {
    return store.read(
        tables -> {
          // why first: who goes on from it must not miss what is committed meanwhile
          var latest = tables.events().latest();
          var found = tables.events().listNewest(filter, most);
          return new EventPage(found, latest(latest, found), false, false);
        });
  }

  /** What happened after this event. */
  public EventPage readAfter(EventFilter filter, long after, int most) {
    return store.read(
        tables -> {
          // why in this order: what is committed or forgotten meanwhile is told twice, or is a gap
          var latest = tables.events().latest();
          var found = tables.events().listAfter(filter, after, most + 1);
          var isGap =
              after > latest.orElse(0L)
                  || tables.events().oldest().filter(oldest -> after < oldest - 1).isPresent();
          return new EventPage(
              found.stream().limit(most).toList(),
              latest(latest, found),
              found.size() > most,
              isGap);
        });
  }

  private static Optional<Long> latest(Optional<Long> read, List<BoardEvent> found) {
    return found.isEmpty() || read.filter(id -> id > found.getLast().id()).isPresent()
        ? read
        : Optional.of(found.getLast().id());
  }

  /** Forgets what is older or more than anybody needs. */
  public void forget() {
    store.write(tables -> tables.events().forget(clock.instant().minus(KEPT), MOST_KEPT));
  }

  @Override
  public void close() {
    pulse.interrupt();
    remote.close();
    listeners.forEach(Listener::wake);
  }
}
