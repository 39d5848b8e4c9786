package dev.baton.task.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskStore;
import dev.baton.task.TaskStoreContract;
import java.time.Clock;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store keeps the promises of every store, on both databases. */
@Tag("slow")
class JdbcTaskStoreTest {
  abstract static class Contract extends TaskStoreContract {
    @RegisterExtension final Databases databases;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @Override
    public TaskStore open(Clock clock, TaskLimits limits) {
      return JdbcTaskStore.open(databases.openNew(), clock, limits);
    }

    @Test
    void it_promises_to_outlive_the_process() {
      assertThat(store().isDurable()).isTrue();
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
