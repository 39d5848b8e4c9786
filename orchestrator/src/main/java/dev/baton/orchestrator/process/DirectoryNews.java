package dev.baton.orchestrator.process;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in which directories something was written, if the system does. It may miss something, so
 * its user also looks from time to time. Thread safe.
 */
final class DirectoryNews implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryNews.class);
  private static final Duration RELY_ON_NEWS = Duration.ofMillis(500);
  private static final Duration LOOK_OFTEN = Duration.ofMillis(100);

  private final Optional<WatchService> service;
  private final Runnable onNews;
  private final Map<Path, WatchKey> keys = new ConcurrentHashMap<>();
  private final Map<WatchKey, Path> directories = new ConcurrentHashMap<>();
  private final Queue<WatchKey> changed = new ConcurrentLinkedQueue<>();
  private volatile boolean isComplete;

  DirectoryNews(Runnable onNews) {
    this.onNews = onNews;
    service = open();
    isComplete = service.isPresent();
    service.ifPresent(news -> Thread.ofVirtual().name("directory-news").start(() -> take(news)));
  }

  /** How often to look without having been told. */
  Duration interval() {
    return isComplete ? RELY_ON_NEWS : LOOK_OFTEN;
  }

  void register(Path directory) {
    try {
      if (service.isPresent()) {
        var key =
            directory.register(
                service.get(),
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY);
        keys.put(directory, key);
        directories.put(key, directory);
      }
    } catch (IOException e) {
      LOG.info("{} cannot be watched, so it is looked at more often", directory, e);
      isComplete = false;
    }
  }

  void unregister(Path directory) {
    var key = keys.remove(directory);
    if (key != null) {
      directories.remove(key);
      key.cancel();
    }
  }

  /** Hands over the directories that changed since the last call; each is told once. */
  void drainTo(Consumer<Path> consumer) {
    for (var key = changed.poll(); key != null; key = changed.poll()) {
      key.pollEvents();
      // why: before the files are read, so that what is written meanwhile is told again
      key.reset();
      Optional.ofNullable(directories.get(key)).ifPresent(consumer);
    }
  }

  /** Until a key is reset it is not told again: a program that prints much wakes nobody often. */
  private void take(WatchService news) {
    try {
      while (true) {
        changed.add(news.take());
        onNews.run();
      }
    } catch (ClosedWatchServiceException e) {
      LOG.debug("No more news of directories");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Optional<WatchService> open() {
    // why: elsewhere Java only looks every few seconds, which we do better ourselves
    if (!ProcTable.isOffered()) {
      return Optional.empty();
    }
    try {
      return Optional.of(FileSystems.getDefault().newWatchService());
    } catch (IOException e) {
      LOG.info("The system tells no news of directories, so they are looked at more often", e);
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    service.ifPresent(
        news -> {
          try {
            news.close();
          } catch (IOException e) {
            LOG.warn("The news of directories cannot be closed", e);
          }
        });
  }
}
