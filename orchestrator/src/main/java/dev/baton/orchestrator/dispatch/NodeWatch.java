package dev.baton.orchestrator.dispatch;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.node.NodeTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says every few seconds that this server lives, and notices which others no longer do. Times are
 * those of the database, so clocks of servers may differ.
 */
final class NodeWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeWatch.class);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** Others may have taken a node for dead that was silent for so long. */
  private static final Duration DOUBT = KnownNode.SILENCE.minus(PAUSE);

  private final Store store;
  private final Node node;
  private final NodeLife life;
  private final Thread thread = Thread.ofVirtual().name("node watch").unstarted(this::run);

  /** Beside the other, because a database that does not answer may hold that up for long. */
  private final Thread patience =
      Thread.ofVirtual().name("node patience").unstarted(this::watchPatience);

  private long inTouchSince = System.nanoTime();
  private volatile long lastBeat = System.nanoTime();

  /** Whether it was said that the database cannot be had. */
  private boolean isCutOff;

  /** When this server was seen last, by the clock of the database; empty before the first time. */
  private Optional<Instant> seenAt = Optional.empty();

  NodeWatch(Store store, Node node, NodeLife life) {
    this.store = store;
    this.node = node;
    this.life = life;
  }

  /** Begins; this server has been seen when it returns. */
  void start() {
    var ignored = beat();
    thread.start();
    patience.start();
  }

  private void watchPatience() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        var silence = Duration.ofNanos(System.nanoTime() - lastBeat);
        // why twice: one that lives says so after each pause
        if (silence.compareTo(PAUSE.multipliedBy(2)) > 0
            && silence.compareTo(node.setup().patience()) > 0) {
          isolated();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        try {
          if (!look()) {
            life.onReplacement();
            return;
          }
          isCutOff = false;
        } catch (StorageException e) {
          inTouchSince = System.nanoTime();
          tellOnce(e);
        } catch (RuntimeException e) {
          inTouchSince = System.nanoTime();
          LOG.warn("This server could not say that it lives; it is tried again", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tellOnce(StorageException problem) {
    LOG.debug("This server could not say that it lives", problem);
    // why: that it cannot be reached the database says itself
    if (!isCutOff && !StorageException.isOutage(problem)) {
      isCutOff = true;
      LOG.warn("{}; it is tried again until it answers, and agents go on", problem.getMessage());
    }
  }

  private void isolated() {
    try {
      life.onIsolation();
    } catch (RuntimeException e) {
      LOG.warn("Programs could not be stopped without the database; it is tried again", e);
    }
  }

  /** Says that this server lives; false if another one has its name. */
  private boolean look() {
    var before = seenAt;
    var found = beat();
    if (found.isEmpty()) {
      return false;
    }
    var beat = found.get();
    if (before.filter(last -> last.plus(DOUBT).isBefore(beat.seenAt())).isPresent()) {
      inTouchSince = System.nanoTime();
      life.onReturn();
    }
    life.onBeat(beat);
    // why: when the database was away for all, the others had no way to say that they live
    if (beat.hasSilent() && System.nanoTime() - inTouchSince > KnownNode.SILENCE.toNanos()) {
      store
          .read(tables -> tables.nodes().listSilent(KnownNode.SILENCE))
          .forEach(silent -> life.onSilence(silent.name(), silent.seenAt()));
    }
    return true;
  }

  private Optional<NodeTable.Beat> beat() {
    var beat =
        store
            .writeOnce(tables -> tables.nodes().beat(node.beginning(), KnownNode.SILENCE))
            .or(() -> store.write(this::beginAgain));
    lastBeat = System.nanoTime();
    beat.ifPresent(it -> seenAt = Optional.of(it.seenAt()));
    return beat;
  }

  /** Somebody removed this node while it was away; empty if another one has its name since then. */
  private Optional<NodeTable.Beat> beginAgain(Tables tables) {
    tables.nodes().lock(node.name());
    if (store.isShared() && node.isReplaced(tables)) {
      return Optional.empty();
    }
    tables.nodes().begin(node.beginning());
    return tables.nodes().beat(node.beginning(), KnownNode.SILENCE);
  }

  @Override
  public void close() {
    thread.interrupt();
    patience.interrupt();
    try {
      thread.join();
      patience.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
