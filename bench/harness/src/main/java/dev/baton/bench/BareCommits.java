package dev.baton.bench;

import dev.baton.database.Database;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Small changes of one row, each in a transaction of its own: what durability costs at least. */
final class BareCommits implements AutoCloseable {
  private final Database database;

  BareCommits(String address) {
    database = Database.open(address);
    execute("create table bench_row (id integer primary key, value text not null)");
    for (var row = 0; row < 16; row++) {
      execute("insert into bench_row (id, value) values (%d, 'begin')".formatted(row));
    }
  }

  /** Commits one after the other for so long, several for each latency. */
  Latencies repeat(int times, Duration duration) {
    var latencies = new Latencies();
    var end = System.nanoTime() + duration.toNanos();
    while (System.nanoTime() < end) {
      var begin = System.nanoTime();
      for (var i = 0; i < times; i++) {
        commit(0);
      }
      latencies.add(System.nanoTime() - begin);
    }
    return latencies;
  }

  /** How many commits a second so many threads make together, each in a row of its own. */
  double perSecond(int threads, Duration duration) throws InterruptedException {
    var total = new AtomicLong();
    var done = new CountDownLatch(threads);
    var begin = System.nanoTime();
    var end = begin + duration.toNanos();
    for (var thread = 0; thread < threads; thread++) {
      var row = thread;
      Thread.ofVirtual()
          .start(
              () -> {
                while (System.nanoTime() < end) {
                  commit(row);
                  total.incrementAndGet();
                }
                done.countDown();
              });
    }
    done.await();
    return total.get() * 1e9 / (System.nanoTime() - begin);
  }

  private void commit(int row) {
    execute("update bench_row set value = 'at %d' where id = %d".formatted(System.nanoTime(), row));
  }

  private void execute(String sql) {
    database.write(
        connection -> {
          try (var statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
  }

  @Override
  public void close() {
    database.close();
  }
}
