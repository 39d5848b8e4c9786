package dev.baton.orchestrator.upkeep;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.store.RequestTable.RequestKey;
import dev.baton.orchestrator.store.RequestTable.StoredRequest;
import dev.baton.orchestrator.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether the database takes changes, by one that leaves nothing behind. However many
 * ask, it is made once in a few seconds. Thread safe.
 */
public final class StorageCheck {
  private static final Logger LOG = LoggerFactory.getLogger(StorageCheck.class);
  private static final Duration GOOD_FOR = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Store store;
  private final Supplier<UUID> ids;
  private final Clock clock;
  private FutureTask<Optional<String>> trial = new FutureTask<>(Optional::empty);
  private Instant begun = Instant.EPOCH;

  public StorageCheck(Store store, Supplier<UUID> ids, Clock clock) {
    this.store = store;
    this.ids = ids;
    this.clock = clock;
    trial.run();
  }

  /** Why it takes none, in a sentence that names no file and no address. */
  public Optional<String> findProblem() {
    try {
      return latest().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Optional.of("The database does not answer; check that it runs");
    } catch (ExecutionException e) {
      throw new IllegalStateException("The database could not be tried", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("The server is about to end");
    }
  }

  /** The trial that is not too old; a new one if there is none, but never two at a time. */
  private synchronized FutureTask<Optional<String>> latest() {
    var now = clock.instant();
    boolean fresh = !now.isBefore(begun) && now.isBefore(begun.plus(GOOD_FOR));
    if (trial.isDone() && !fresh) {
      begun = now;
      trial = new FutureTask<>(this::tryOut);
      Thread.startVirtualThread(trial);
    }
    return trial;
  }

  private Optional<String> tryOut() {
    var key = new RequestKey("baton", "healthz", ids.get().toString());
    try {
      return store.write(
          tables -> {
            tables.requests().insert(key, new StoredRequest("", ""), clock.instant());
            tables.requests().delete(key);
            return Optional.empty();
          });
    } catch (StorageException e) {
      LOG.warn("The database takes no changes", e);
      return Optional.of(
          "The database takes no changes (%s); the server's log says more"
              .formatted(e.reason().name().toLowerCase(Locale.ROOT)));
    }
  }
}
