package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Dialect;
import dev.baton.orchestrator.attempt.AttemptState;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresTakenOverTest extends TakenOverContract {
  PostgresTakenOverTest() {
    super(Dialect.POSTGRESQL);
  }

  @Test
  void an_attempt_that_is_moved_just_when_its_server_is_back_stays_moved() throws Exception {
    var id = baton.start("say here", "sleep 1").attemptId();
    baton.orchestrator().close();
    fail(id);
    var isMoved = new CountDownLatch(1);
    var mayCommit = new CountDownLatch(1);
    var move =
        CompletableFuture.runAsync(
            () ->
                store.write(
                    tables -> {
                      tables.lock("attempt " + id);
                      tables.attempts().uproot(id, Instant.now());
                      isMoved.countDown();
                      await(mayCommit);
                      return id;
                    }));
    await(isMoved);
    var back = CompletableFuture.runAsync(() -> baton.restartAfter(() -> {}));
    Awaitility.await().until(() -> count("wait_event_type = 'Lock'") > 0);
    mayCommit.countDown();
    move.join();
    back.join();

    assertThat(baton.status(id).attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void fail(UUID attempt) {
    store.write(
        tables -> {
          var failed = new AttemptState.Failed("interrupted: node here was last seen long ago");
          tables.attempts().setState(attempt, failed, Instant.now());
          return attempt;
        });
  }

  /** Connections to the database of which this is true. */
  private int count(String condition) {
    return database.read(
        connection -> {
          try (var statement = connection.createStatement();
              var rows =
                  statement.executeQuery(
                      "select count(*) from pg_stat_activity where datname = current_database() and "
                          + condition)) {
            rows.next();
            return rows.getInt(1);
          }
        });
  }
}
