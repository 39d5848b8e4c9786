package dev.baton.orchestrator.event;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.store.Store;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Exchanges news with the other servers on the same database. Thread safe. */
final class RemoteNews implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteNews.class);

  /** What is told carries it, so that this server knows its own words when they come back. */
  private final UUID self = UUID.randomUUID();

  private final Store store;
  private final Runnable happened;
  private final Consumer<UUID> grown;
  private final Consumer<NodeNews> others;
  private volatile boolean isClosed;
  private final Thread thread = Thread.ofVirtual().name("remote-news").unstarted(this::run);

  /**
   * News from others.
   *
   * @param others gets what is about neither events nor output
   */
  RemoteNews(Store store, Runnable happened, Consumer<UUID> grown, Consumer<NodeNews> others) {
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
            attempts.forEach(attempt -> tables.events().tell(new NodeNews.Output(self, attempt)));
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
    NodeNews.parse(words).ifPresent(this::hear);
  }

  private void hear(NodeNews news) {
    switch (news) {
      case NodeNews.Happened _ -> happened.run();
      case NodeNews.Output output -> {
        if (!output.sender().equals(self)) {
          grown.accept(output.attemptId());
        }
      }
      case NodeNews.Due _,
          NodeNews.Moved _,
          NodeNews.Repositories _,
          NodeNews.Called _,
          NodeNews.Answered _ ->
          others.accept(news);
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
