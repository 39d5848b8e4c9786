package dev.baton.orchestrator.remote;

import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.node.NodeCallTable.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks other nodes, and answers them. A call is done at most once: a row is taken by one statement,
 * and a caller that has waited long enough takes it back by another. Thread safe.
 */
public final class RemoteCalls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteCalls.class);

  /** How often a caller looks for an answer of which it did not hear. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** A node takes a call within this time, or does not live. */
  private static final Duration TAKEN_WITHIN = Duration.ofSeconds(15);

  /** The longest time that an answer may take; what a merge runs is bounded by less. */
  private static final Duration ANSWERED_WITHIN = Duration.ofMinutes(30);

  /** Nobody can answer for a node that was removed, however often a call is repeated. */
  private static final FailureCode FORGOTTEN =
      new FailureCode(BoardFailureCode.NODE_UNAVAILABLE.wireName(), false);

  private static final Duration KEPT = Duration.ofHours(2);
  private static final int MOST_AT_ONCE = 64;
  private static final int MOST_TRIES = 600;

  /** What this node does for others; what it throws is told to the caller as an unknown failure. */
  @FunctionalInterface
  public interface Answerer {
    ObjectNode answer(ObjectNode request) throws Exception;
  }

  /** Somebody who waits for an answer. */
  private static final class Waiter {
    private boolean isWoken;

    synchronized void wake() {
      isWoken = true;
      notifyAll();
    }

    synchronized void await(Duration patience) throws InterruptedException {
      var deadline = System.nanoTime() + patience.toNanos();
      while (!isWoken) {
        var left = deadline - System.nanoTime();
        if (left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
      }
      isWoken = false;
    }
  }

  private final Store store;
  private final Node node;
  private final Supplier<UUID> ids;
  private final Map<UUID, Waiter> waiters = new ConcurrentHashMap<>();
  private final Map<String, Answerer> kinds = new ConcurrentHashMap<>();
  private final Semaphore room = new Semaphore(MOST_AT_ONCE);
  private volatile Optional<Answerer> answerer = Optional.empty();

  public RemoteCalls(Store store, Node node, Supplier<UUID> ids) {
    this.store = store;
    this.node = node;
    this.ids = ids;
  }

  /** Leaves requests of one kind to somebody else as soon as others are answered. */
  public void answerWith(String kind, Answerer own) {
    kinds.put(kind, own);
  }

  /**
   * Answers others from now on. What an earlier run of this node took and did not answer is told to
   * its callers: nobody knows how far it came. There are no others on SQLite.
   */
  public void answerWith(Answerer own) {
    if (!store.isShared()) {
      return;
    }
    answerer = Optional.of(own);
    store.write(
        tables -> {
          tables.nodeCalls().forget(node.name(), KEPT);
          var lost = tables.nodeCalls().listUnanswered(node.name());
          lost.forEach(
              id -> {
                tables.nodeCalls().answer(id, RemoteAnswer.lost().toString());
                tables.events().tell(new NodeNews.Answered(id));
              });
          return lost;
        });
    look();
  }

  /** Hears what nodes tell each other about calls; what is about something else is not ours. */
  public void hear(NodeNews news) {
    switch (news) {
      case NodeNews.Answered answered ->
          Optional.ofNullable(waiters.get(answered.callId())).ifPresent(Waiter::wake);
      case NodeNews.Called called when called.node().equals(node.name()) -> begin(called.callId());
      case NodeNews.Called _,
          NodeNews.Happened _,
          NodeNews.Output _,
          NodeNews.Due _,
          NodeNews.Moved _,
          NodeNews.Repositories _ -> {}
    }
  }

  /** Looks for calls of which this node did not hear. */
  public void look() {
    store.read(tables -> tables.nodeCalls().listUntaken(node.name())).forEach(this::begin);
  }

  private void begin(UUID id) {
    answerer.ifPresent(
        own -> Thread.ofVirtual().name("remote-call-" + id).start(() -> take(id, own)));
  }

  private void take(UUID id, Answerer own) {
    if (!room.tryAcquire()) {
      // why not here and now: it is found again by the next look, or taken back by its caller
      return;
    }
    try {
      store
          .writeOnce(tables -> tables.nodeCalls().take(id, node.name()))
          .ifPresent(request -> answer(id, own, request));
    } catch (StorageException e) {
      LOG.debug("Call {} of another node waits for the database", id, e);
    } finally {
      room.release();
    }
  }

  private void answer(UUID id, Answerer own, String request) {
    ObjectNode answer;
    try {
      var asked = (ObjectNode) Json.MAPPER.readTree(request);
      var kind = asked.path(RemoteOperations.KIND).asString("");
      answer = kinds.getOrDefault(kind, own).answer(asked);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer = RemoteAnswer.lost();
    } catch (Exception e) {
      LOG.error("A call of another node failed", e);
      answer = RemoteAnswer.failed();
    }
    deliver(id, answer.toString());
  }

  /** Insists: it was done, and its caller waits for the answer as long as this node lives. */
  private void deliver(UUID id, String answer) {
    try {
      for (int tries = 1; ; tries++) {
        try {
          write(id, answer);
          return;
        } catch (StorageException e) {
          if (tries == MOST_TRIES || answerer.isEmpty()) {
            throw e;
          }
          LOG.debug("The answer to call {} waits for the database", id, e);
          TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(UUID id, String answer) {
    store.write(
        tables -> {
          tables.nodeCalls().answer(id, answer);
          tables.events().tell(new NodeNews.Answered(id));
          return id;
        });
  }

  /**
   * Has another node do something, and returns its answer.
   *
   * @throws ToolFailure if it does not answer; then either nothing was done, or the hint says that
   *     nobody knows
   */
  public ObjectNode call(String to, ObjectNode request) throws InterruptedException {
    requireLive(to);
    var id = ids.get();
    var waiter = new Waiter();
    waiters.put(id, waiter);
    try {
      var text = request.toString();
      store.write(
          tables -> {
            tables.nodeCalls().insert(id, to, text);
            tables.events().tell(new NodeNews.Called(id, to));
            return id;
          });
      return await(to, id, waiter);
    } finally {
      waiters.remove(id);
    }
  }

  private ObjectNode await(String to, UUID id, Waiter waiter) throws InterruptedException {
    var begun = System.nanoTime();
    while (true) {
      waiter.await(LOOK);
      var progress = store.read(tables -> tables.nodeCalls().findProgress(id));
      var answer = progress.flatMap(Progress::answer);
      if (answer.isPresent()) {
        // why aside: its caller has waited long enough
        Thread.ofVirtual().name("remote-call-" + id).start(() -> forget(id));
        return (ObjectNode) Json.MAPPER.readTree(answer.get());
      }
      var waited = Duration.ofNanos(System.nanoTime() - begun);
      var isTaken = progress.map(Progress::isTaken).orElse(true);
      if (!isTaken && waited.compareTo(TAKEN_WITHIN) > 0 && withdraw(id)) {
        throw unavailable(to, false);
      }
      if (isTaken && (isSilent(to) || waited.compareTo(ANSWERED_WITHIN) > 0)) {
        throw unavailable(to, true);
      }
    }
  }

  private void forget(UUID id) {
    try {
      var _ = store.writeOnce(tables -> tables.nodeCalls().delete(id));
    } catch (StorageException e) {
      LOG.debug("Call {} is forgotten later", id, e);
    }
  }

  private boolean withdraw(UUID id) {
    return store.write(tables -> tables.nodeCalls().withdraw(id));
  }

  boolean isSilent(String name) {
    return store
        .read(tables -> tables.nodes().findSilence(name))
        .filter(silence -> silence.compareTo(KnownNode.SILENCE) <= 0)
        .isEmpty();
  }

  /** Refused if a node is known not to answer. */
  public void requireLive(String name) {
    if (isSilent(name)) {
      throw unavailable(name, false);
    }
  }

  private ToolFailure unavailable(String name, boolean mayBeDone) {
    var isKnown = store.read(tables -> tables.nodes().find(name)).isPresent();
    var seen =
        store.read(tables -> tables.nodes().findSeen(name)).map(Instant::toString).orElse("never");
    var details = new LinkedHashMap<String, Object>();
    details.put("node", name);
    if (isKnown) {
      details.put("last_seen", seen);
    }
    return new ToolFailure(
        isKnown ? BoardFailureCode.NODE_UNAVAILABLE : FORGOTTEN,
        isKnown
            ? "Node '%s', where this has to be done, does not answer; it was last seen %s"
                .formatted(name, seen)
            : "There is no node '%s' any more, where this had to be done".formatted(name),
        mayBeDone
            ? "It may have been done: call get_attempt_status when the node is back, then repeat"
                + " the call if it is still needed"
            : "Nothing was done; "
                + (isKnown ? "start the node if it is down, then repeat the call, or let" : "let")
                + " an attempt whose workspace is there go on elsewhere with move_attempt."
                + " get_attempt_status and tail_attempt_logs answer meanwhile",
        details);
  }

  @Override
  public void close() {
    answerer = Optional.empty();
  }
}
