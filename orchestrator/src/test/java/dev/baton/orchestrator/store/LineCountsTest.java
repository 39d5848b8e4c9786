package dev.baton.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.LineCounts;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How much an attempt changed, as far as it is known. */
class LineCountsTest {
  abstract static class Contract {
    @RegisterExtension final Databases databases;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @Test
    void it_is_unknown_until_somebody_counts_and_may_be_again() {
      var store = Store.open(databases.openNew());
      var attempt = new StoreFixture(store).attempt();
      assertThat(lines(store, attempt)).isEmpty();
      store.write(
          tables -> {
            tables.attempts().setLines(attempt, new LineCounts(7, 0));
            return attempt;
          });
      assertThat(lines(store, attempt)).contains(new LineCounts(7, 0));
      store.write(
          tables -> {
            tables.attempts().clearLines(attempt);
            return attempt;
          });
      assertThat(lines(store, attempt)).isEmpty();
    }

    private static Optional<LineCounts> lines(Store store, UUID attempt) {
      return store.read(tables -> tables.attempts().find(attempt)).flatMap(Attempt::lines);
    }
  }

  @Nested
  class OnSqlite extends Contract {
    OnSqlite() {
      super(Dialect.SQLITE);
    }
  }

  @Nested
  class OnPostgres extends Contract {
    OnPostgres() {
      super(Dialect.POSTGRESQL);
    }
  }
}
