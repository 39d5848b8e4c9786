package dev.baton.orchestrator.event;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.store.Store;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What other servers on the same database tell this one, and this one them. Thread safe. */
final class RemoteNews implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteNews.class);

  /** What is told carries it, so that this server knows its own words when they come back. */
  private final String name = UUID.randomUUID().toString();

  private final Store store;
  private final Runnable happened;
  private final Consumer<UUID> grown;
  private final Consumer<String> others;
  private volatile boolean isClosed;
  private final Thread thread = Thread.ofVirtual().name("remote-news").unstarted(this::run);

  /**
   * News from others.
   *
   * @param others gets all words that tell of no event
   */
  RemoteNews(Store store, Runnable happened, Consumer<UUID> grown, Consumer<String> others) {
    this.store = store;
    this.others = others;
    this.happened = happened;
    this.grown = grown;
  }

  /** There are no others on SQLite. */
  void start() {
    if (store.isShared()) {
      thread.start();
    }
  }

  void tell(Set<UUID> attempts) {
    if (!store.isShared()) {
      return;
    }
    try {
      store.write(
          tables -> {
            attempts.forEach(attempt -> tables.events().notify(name + " " + attempt));
            return attempts;
          });
    } catch (StorageException e) {
      LOG.debug("Other servers were not told of output; they look anyway", e);
    }
  }

  private void run() {
    store.listen(this::hear, () -> !isClosed);
  }

  private void hear(String words) {
    if (words.isEmpty()) {
      happened.run();
    } else {
      findAttempt(words).ifPresentOrElse(grown, () -> others.accept(words));
    }
  }

  /** Empty if this server said it itself, or somebody who uses the channel for something else. */
  private Optional<UUID> findAttempt(String words) {
    var sender = words.indexOf(' ');
    if (sender < 0 || words.startsWith(name)) {
      return Optional.empty();
    }
    try {
      return Optional.of(UUID.fromString(words.substring(sender + 1)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      if (store.isShared()) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
