package dev.baton.orchestrator.notice;

import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.event.EventFeed;
import dev.baton.orchestrator.notice.Channel.Outcome;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.event.NoticeTable.Retry;
import dev.baton.orchestrator.store.event.NoticeTable.Standing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one receiver of events, one after the other, on a thread of its own, so that nobody waits
 * for it. A delivery is noted after it was made: a crash in between repeats a notice and loses
 * none. Of several servers, the one that holds the receiver delivers.
 */
final class NoticeWorker {
  private static final Logger LOG = LoggerFactory.getLogger(NoticeWorker.class);

  /** Other servers may have gone on, or died. */
  private static final Duration LOOK_ANYWAY = Duration.ofSeconds(5);

  /** How long a server that died in the middle keeps a receiver, beside the time to tell it. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final int AT_ONCE = 200;

  /** What is to be told now. */
  private record Due(Notice notice, BoardEvent event, Optional<Retry> retry) {}

  private final Store store;
  private final EventFeed events;
  private final Receiver receiver;
  private final NoticeSetup setup;
  private final String server;
  private final Clock clock;
  private final String name;

  /** Up to here there is nothing to tell; saves a write for each event that nobody wants. */
  private long seen;

  NoticeWorker(
      Store store,
      EventFeed events,
      Receiver receiver,
      NoticeSetup setup,
      String server,
      Clock clock) {
    this.store = store;
    this.events = events;
    this.receiver = receiver;
    this.setup = setup;
    this.server = server;
    this.clock = clock;
    this.name = receiver.name();
  }

  /** Goes on until it is interrupted. */
  void run() {
    try (var listener = events.listen()) {
      while (!Thread.currentThread().isInterrupted()) {
        var pause = LOOK_ANYWAY;
        try {
          pause = step();
        } catch (RuntimeException e) {
          if (Thread.currentThread().isInterrupted()) {
            break;
          }
          LOG.warn("Receiver {} could not be told what happened; it is tried again", name, e);
        }
        if (!pause.isZero()) {
          listener.await(pause);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      release();
    }
  }

  private void release() {
    // why: the database does nothing for a thread that is interrupted
    var isInterrupted = Thread.interrupted();
    try {
      store.write(
          tables -> {
            tables.notices().release(name, server);
            return name;
          });
    } catch (RuntimeException e) {
      LOG.debug("Receiver {} is free for other servers after some time", name, e);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Tells one thing, and returns how long there is nothing else to do. */
  private Duration step() throws InterruptedException {
    var now = clock.instant();
    var pause = store.read(tables -> pause(tables, now));
    if (!pause.isZero()) {
      return pause;
    }
    var due = store.write(tables -> take(tables, now));
    if (due.isEmpty()) {
      return Duration.ofSeconds(1);
    }
    var outcome = receiver.channel().send(due.get().notice());
    store.write(tables -> note(tables, due.get(), outcome));
    return Duration.ZERO;
  }

  /** Zero if there is something to tell now. */
  private Duration pause(Tables tables, Instant now) {
    var found = tables.notices().find(name);
    if (found.isEmpty()) {
      return Duration.ZERO;
    }
    var standing = found.get();
    var rest = standing.nextTryAt().filter(now::isBefore);
    if (rest.isPresent()) {
      return shorter(Duration.between(now, rest.get()));
    }
    if (tables.notices().findDueRetry(name, now).isPresent() || isBehind(tables, standing)) {
      return Duration.ZERO;
    }
    return tables
        .notices()
        .findNextRetry(name)
        .filter(now::isBefore)
        .map(next -> shorter(Duration.between(now, next)))
        .orElse(LOOK_ANYWAY);
  }

  private static Duration shorter(Duration pause) {
    return pause.compareTo(LOOK_ANYWAY) < 0 ? pause.plusMillis(1) : LOOK_ANYWAY;
  }

  private Standing standing(Tables tables) {
    return tables.notices().find(name).orElseThrow();
  }

  /** Whether something happened that is to be told. */
  private boolean isBehind(Tables tables, Standing standing) {
    seen = Math.max(seen, standing.position());
    // why first: what is committed meanwhile must not be skipped
    var latest = tables.events().latest().orElse(0L);
    while (true) {
      var found = tables.events().listAfter(receiver.filter(), seen, AT_ONCE);
      for (var event : found) {
        if (isWanted(tables, event)) {
          return true;
        }
        seen = event.id();
      }
      if (found.size() < AT_ONCE) {
        seen = Math.max(seen, latest);
        return seen - standing.position() > AT_ONCE;
      }
    }
  }

  private boolean isWanted(Tables tables, BoardEvent event) {
    return receiver.wants(
        event, event.projectId().flatMap(tables.projects()::find).stream().toList());
  }

  /** Holds the receiver, and returns what it is told next. */
  private Optional<Due> take(Tables tables, Instant now) {
    // why: another server forgets those that its own settings name no more
    tables.notices().insertIfNew(name, tables.events().latest().orElse(0L));
    if (!hold(tables)) {
      return Optional.empty();
    }
    var standing = standing(tables);
    if (standing.nextTryAt().filter(now::isBefore).isPresent()) {
      return Optional.empty();
    }
    var retry = tables.notices().findDueRetry(name, now);
    if (retry.isPresent()) {
      return takeAgain(tables, retry.get(), now);
    }
    var position = Math.max(standing.position(), seen);
    if (position > standing.position()) {
      tables.notices().setPosition(name, position);
    }
    for (var event : tables.events().listAfter(receiver.filter(), position, AT_ONCE)) {
      if (isWanted(tables, event)) {
        if (event.attemptId().filter(id -> tables.notices().hasRetry(name, id)).isEmpty()) {
          return Optional.of(new Due(Notice.of(tables, event), event, Optional.empty()));
        }
        // why: what happened to an attempt is told in order
        tables.notices().insertRetry(name, event, 0, now, Instant.EPOCH);
      }
      tables.notices().setPosition(name, event.id());
    }
    return Optional.empty();
  }

  private boolean hold(Tables tables) {
    return tables.notices().hold(name, server, receiver.channel().limit().plus(MARGIN));
  }

  private Optional<Due> takeAgain(Tables tables, Retry retry, Instant now) {
    var event = tables.events().find(retry.eventId());
    if (event.isEmpty()) {
      tables.notices().deleteRetry(name, retry.eventId());
      tables.notices().addGivenUp(name, 1, now);
    }
    return event.map(it -> new Due(Notice.of(tables, it), it, Optional.of(retry)));
  }

  private boolean note(Tables tables, Due due, Outcome outcome) {
    var now = clock.instant();
    if (!hold(tables)) {
      LOG.warn(
          "Another server tells {} what happens; it is told event {} again",
          name,
          due.event().id());
      return false;
    }
    switch (outcome) {
      case Outcome.Delivered _ -> {
        pass(tables, due);
        tables.notices().setDelivered(name, now);
      }
      case Outcome.Refused refused -> {
        LOG.info("Receiver {} did not take event {}: {}", name, due.event().id(), refused);
        tables.notices().setRefused(name, refused.problem(), now);
        putAside(tables, due, now);
      }
      case Outcome.Unreachable unreachable -> {
        var tries = standing(tables).tries() + 1;
        LOG.info("Receiver {} cannot be reached: {}", name, unreachable.problem());
        tables
            .notices()
            .setUnreachable(name, unreachable.problem(), now, now.plus(setup.pause(tries)));
        giveUpOld(tables, due, now);
      }
    }
    return true;
  }

  private void pass(Tables tables, Due due) {
    if (due.retry().isPresent()) {
      tables.notices().deleteRetry(name, due.event().id());
    } else {
      tables.notices().setPosition(name, due.event().id());
    }
  }

  private void putAside(Tables tables, Due due, Instant now) {
    var event = due.event();
    if (due.retry().isEmpty()) {
      tables.notices().setPosition(name, event.id());
      tables.notices().insertRetry(name, event, 1, now, now.plus(setup.pause(1)));
      return;
    }
    var retry = due.retry().get();
    // why: what waited behind another has its own time from its first try on
    var since = retry.tries() == 0 ? now : retry.since();
    if (since.plus(setup.patience()).isBefore(now)) {
      giveUp(tables, due, now);
    } else {
      var tries = retry.tries() + 1;
      tables.notices().setRetry(name, event.id(), tries, since, now.plus(setup.pause(tries)));
    }
  }

  private void giveUp(Tables tables, Due due, Instant now) {
    LOG.warn("Receiver {} is not told of event {} any more", name, due.event().id());
    pass(tables, due);
    tables.notices().addGivenUp(name, 1, now);
  }

  /** A receiver that is dead for a day hears nothing of what is older; the rest has its time. */
  private void giveUpOld(Tables tables, Due due, Instant now) {
    var old = now.minus(setup.patience());
    if (standing(tables).failingSince().filter(since -> !since.isAfter(old)).isEmpty()
        || due.event().happenedAt().isAfter(old)) {
      return;
    }
    giveUp(tables, due, now);
    if (due.retry().isPresent()) {
      return;
    }
    List<BoardEvent> found;
    do {
      var position = standing(tables).position();
      found =
          tables.events().listAfter(EventFilter.ALL, position, AT_ONCE).stream()
              .takeWhile(event -> !event.happenedAt().isAfter(old))
              .toList();
      var lost = found.stream().filter(event -> isWanted(tables, event)).count();
      if (!found.isEmpty()) {
        tables.notices().setPosition(name, found.getLast().id());
      }
      if (lost > 0) {
        tables.notices().addGivenUp(name, lost, now);
      }
    } while (found.size() == AT_ONCE);
  }
}
