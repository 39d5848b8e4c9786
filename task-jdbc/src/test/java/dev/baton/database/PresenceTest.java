package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Presence;
import dev.baton.task.TaskLimits;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.time.Clock;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Programs that share a database know which of them live. */
@Tag("slow")
class PresenceTest {
  abstract static class Contract {
    @RegisterExtension final Databases databases;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    private static Presence presence(Database database) {
      return JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT).presence();
    }

    // why: a server notices a little later that a connection has ended; the test's limit ends this
    private static void awaitDeath(Presence presence, String program) {
      while (presence.isAlive(program)) {
        Thread.onSpinWait();
      }
    }

    @Test
    @Timeout(180)
    void a_program_lives_until_it_is_killed() throws Exception {
      String address = databases.newAddress();
      Presence here = presence(databases.open(address));
      here.self();
      try (var one = ChildProgram.start(StoreProgram.class, "hold", address);
          var two = ChildProgram.start(StoreProgram.class, "hold", address)) {
        String first = one.line();
        String second = two.line();
        assertThat(first).isNotEqualTo(second).isNotEqualTo(here.self());
        assertThat(here.isAlive(first)).isTrue();
        assertThat(here.isAlive(second)).isTrue();

        one.kill();
        awaitDeath(here, first);
        assertThat(here.isAlive(second)).isTrue();
      }
    }

    @Test
    @Timeout(180)
    void one_that_ends_in_the_same_process_does_not_take_the_others_with_it() throws Exception {
      String address = databases.newAddress();
      Presence stays = presence(databases.open(address));
      String name = stays.self();
      String gone;
      try (Database other = Database.open(address)) {
        Presence leaves = presence(other);
        gone = leaves.self();
        assertThat(leaves.isAlive(name)).isTrue();
        assertThat(stays.isAlive(gone)).isTrue();
      }
      awaitDeath(stays, gone);
      try (var program = ChildProgram.start(StoreProgram.class, "see", address, name)) {
        assertThat(program.line()).isEqualTo("true");
      }
    }

    @Test
    void an_interrupt_does_not_end_a_presence() {
      String address = databases.newAddress();
      Presence here = presence(databases.open(address));
      Presence beside = presence(databases.open(address));
      Thread.currentThread().interrupt();
      String name = here.self();
      assertThat(here.isAlive(beside.self())).isTrue();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(beside.isAlive(name)).isTrue();
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
