package dev.baton.database;

import dev.baton.database.StorageException.Reason;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Repeats what failed because others were in the way, for a limited time, and turns what failed for
 * good into a {@link StorageException}. Thread safe.
 */
final class Persistence {
  private static final int MAX_TRIES = 50;

  /** The class of states of a server that lacks something. */
  private static final String TOO_MANY = "53";

  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A call of the database. */
  interface Call<T> {
    T run() throws SQLException;
  }

  private final String database;
  private final Dialect dialect;
  private final Duration patience;
  private final Reachability reachability;

  Persistence(String database, Dialect dialect, Duration patience) {
    this.database = database;
    this.dialect = dialect;
    this.patience = patience;
    reachability = new Reachability(database);
  }

  /** Whether the last call that came to an end did not reach the database. */
  boolean isAway() {
    return reachability.isAway();
  }

  <T> T insist(Call<T> call) {
    long start = System.nanoTime();
    for (int tries = 1; ; tries++) {
      try {
        T answer = call.run();
        reachability.answered(start);
        return answer;
      } catch (SQLException failure) {
        boolean again = tries < MAX_TRIES && System.nanoTime() - start < patience.toNanos();
        if (!again || !isWorthAnotherTry(failure)) {
          throw noted(toStorageException(failure));
        }
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
      }
    }
  }

  /**
   * Notes that a connection could not be opened: whoever waits for one gives up only when its
   * patience is over, and by then the database may be back.
   */
  void notConnected(SQLException failure) {
    // why not: a server that has no more connections to give goes on with those that it gave
    if (!String.valueOf(failure.getSQLState()).startsWith(TOO_MANY)) {
      var ignored = noted(toStorageException(failure));
    }
  }

  private StorageException noted(StorageException failure) {
    if (StorageException.isOutage(failure)) {
      reachability.failed(failure);
    }
    return failure;
  }

  private boolean isWorthAnotherTry(SQLException failure) {
    if (failure instanceof UnconfirmedException unconfirmed) {
      return dialect.reason(unconfirmed.failure()) == Reason.BUSY;
    }
    return dialect.reason(failure) == Reason.BUSY;
  }

  private StorageException toStorageException(SQLException failure) {
    if (failure instanceof UnconfirmedException unconfirmed) {
      SQLException cause = unconfirmed.failure();
      Reason reason = dialect.reason(cause);
      boolean isLost = reason == Reason.UNREACHABLE || reason == Reason.OTHER;
      return new StorageException(isLost ? Reason.UNCONFIRMED : reason, database, cause);
    }
    boolean isUnreadable = failure instanceof SQLDataException;
    return new StorageException(
        isUnreadable ? Reason.DAMAGED : dialect.reason(failure), database, failure);
  }
}
