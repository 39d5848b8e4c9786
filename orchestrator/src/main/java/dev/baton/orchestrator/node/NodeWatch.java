package dev.baton.orchestrator.node;

import dev.baton.orchestrator.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says every few seconds that this server lives, and notices which others no longer do. Times are
 * those of the database, so clocks of servers may differ.
 */
public final class NodeWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeWatch.class);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** Who is silent for so long is taken for dead. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /** Who was silent for so long may have been taken for dead. */
  private static final Duration DOUBT = SILENCE.minus(PAUSE);

  /** What is done about it. */
  public interface Listener {
    /** This server lives; called each time after it was said. */
    void onBeat();

    /** This server was silent for so long that others may have taken it for dead. */
    void onReturn();

    /** Another server is silent since then. */
    void onSilence(String name, Instant since);
  }

  private final Store store;
  private final Node node;
  private final Listener listener;
  private final Thread thread = Thread.ofVirtual().name("node watch").unstarted(this::run);
  private long inTouchSince = System.nanoTime();

  public NodeWatch(Store store, Node node, Listener listener) {
    this.store = store;
    this.node = node;
    this.listener = listener;
  }

  /** Begins; this server has been seen when it returns. */
  public void start() {
    var ignored = beat();
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        try {
          look();
        } catch (RuntimeException e) {
          inTouchSince = System.nanoTime();
          LOG.warn("This server could not say that it lives; it is tried again", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    if (beat().compareTo(DOUBT) > 0) {
      inTouchSince = System.nanoTime();
      listener.onReturn();
    }
    listener.onBeat();
    // why: when the database was away for all, the others had no way to say that they live
    if (System.nanoTime() - inTouchSince > SILENCE.toNanos()) {
      store
          .read(tables -> tables.nodes().listSilent(SILENCE))
          .forEach(silent -> listener.onSilence(silent.name(), silent.seenAt()));
    }
  }

  /** Returns for how long this server was silent before. */
  private Duration beat() {
    return store.write(
        tables -> {
          tables.nodes().lock(node.name());
          var silence = tables.nodes().findSilence(node.name()).orElse(Duration.ZERO);
          tables.nodes().setSeen(node.name());
          return silence;
        });
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
