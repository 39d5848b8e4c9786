package dev.baton.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.jdbc.Databases;
import dev.baton.task.jdbc.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that share a database, and what each of them has. */
class NodeTableTest {
  @RegisterExtension final Databases sqlite = Databases.of(Dialect.SQLITE);
  @RegisterExtension final Databases postgres = Databases.of(Dialect.POSTGRESQL);

  private Store open(Dialect dialect) {
    return Store.open((dialect == Dialect.SQLITE ? sqlite : postgres).openNew());
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void a_server_cannot_claim_what_another_has(Dialect dialect) {
    var store = open(dialect);
    var attempt = new StoreFixture(store).attempt();

    var epoch = store.write(tables -> tables.attempts().claim(attempt, "other", StoreFixture.NOW));

    assertThat(epoch).isEmpty();
    var isHeld = store.write(tables -> tables.attempts().isHeld(attempt, 0));
    assertThat(isHeld).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void servers_are_seen_by_the_clock_of_the_database(Dialect dialect) {
    var store = open(dialect);
    store.write(
        tables -> {
          tables.nodes().setSeen("node");
          return "seen";
        });

    var silence = store.read(tables -> tables.nodes().findSilence("node"));
    assertThat(silence.orElseThrow()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
    var stranger = store.read(tables -> tables.nodes().findSeen("stranger"));
    assertThat(stranger).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void a_server_with_a_new_name_takes_all_of_its_own_database_and_nothing_of_a_shared_one(
      Dialect dialect) {
    var store = open(dialect);
    var attempt = new StoreFixture(store).attempt();
    store.write(
        tables -> {
          tables.attempts().adopt("renamed", Path.of("/data"));
          return "adopted";
        });

    var home = store.read(tables -> tables.attempts().find(attempt)).orElseThrow().home();
    assertThat(home).contains(dialect == Dialect.SQLITE ? "renamed" : "node");
  }
}
