package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Programs that write to one SQLite file take turns. */
class SqliteTurnsTest {
  private static final Duration LONG_WRITE = Duration.ofMillis(20);
  private static final Duration SHORT_REST = Duration.ofMillis(1);
  private static final int TURNS = 10;
  private static final int MAX_WRITES_OF_OTHER = 100;

  @RegisterExtension final Databases databases = Databases.of(Dialect.SQLITE);

  private final AtomicInteger writes = new AtomicInteger();
  private final Semaphore begun = new Semaphore(0);

  @Test
  @Timeout(60)
  void a_program_that_writes_all_the_time_does_not_keep_others_from_their_turn() throws Exception {
    String address = databases.newAddress();
    Database database = databases.open(address);
    database.write(connection -> connection.prepareStatement("create table entry (id)").execute());
    Database other = databases.open(address);

    Thread busy = new Thread(() -> writeUntilInterrupted(other));
    busy.start();
    try {
      for (int turn = 0; turn < TURNS; turn++) {
        begun.drainPermits();
        begun.acquire();
        write(database, () -> {});
      }
      // why not the time: on a busy machine both are slow
      assertThat(writes).hasValueLessThan(MAX_WRITES_OF_OTHER);
    } finally {
      busy.interrupt();
      busy.join();
    }
  }

  private void writeUntilInterrupted(Database database) {
    while (!Thread.currentThread().isInterrupted()) {
      write(database, this::takeLong);
      writes.incrementAndGet();
      LockSupport.parkNanos(SHORT_REST.toNanos());
    }
  }

  private void takeLong() {
    begun.release();
    LockSupport.parkNanos(LONG_WRITE.toNanos());
  }

  private static void write(Database database, Runnable meanwhile) {
    database.write(
        connection -> {
          try (var insert = connection.prepareStatement("insert into entry values (1)")) {
            meanwhile.run();
            return insert.executeUpdate();
          }
        });
  }
}
