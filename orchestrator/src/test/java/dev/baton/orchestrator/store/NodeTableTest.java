package dev.baton.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.store.node.NodeTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

    var epoch = store.write(tables -> tables.attempts().claim(attempt, "other"));

    assertThat(epoch).isEmpty();
    var isHeld = store.write(tables -> tables.attempts().isHeld(attempt, 0));
    assertThat(isHeld).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void servers_are_seen_by_the_clock_of_the_database(Dialect dialect) {
    var store = open(dialect);
    var attempt = new StoreFixture(store).attempt();
    var beats =
        store.write(
            tables -> {
              var unknown = tables.nodes().beat(beginning("stranger"), Duration.ofSeconds(30));
              tables.nodes().begin(beginning("node"));
              var idle = tables.nodes().beat(beginning("node"), Duration.ofSeconds(30));
              tables.nodeCalls().insert(attempt, "node", "{}");
              tables.line().join(attempt);
              var busy = tables.nodes().beat(beginning("node"), Duration.ofSeconds(30));
              return List.of(unknown, idle, busy);
            });
    assertThat(beats.get(0)).isEmpty();
    assertThat(beats.get(1)).hasValueSatisfying(it -> assertLooks(it, false));
    assertThat(beats.get(2)).hasValueSatisfying(it -> assertLooks(it, true));

    var silence = store.read(tables -> tables.nodes().findSilence("node"));
    assertThat(silence.orElseThrow()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
    var stranger = store.read(tables -> tables.nodes().findSeen("stranger"));
    assertThat(stranger).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void who_has_the_name_of_another_is_not_taken_for_it(Dialect dialect) {
    var store = open(dialect);
    var other =
        new NodeTable.Beginning("node", NodeSetup.Kind.SERVER, "other", Path.of("/other"), 1);
    var beat =
        store.write(
            tables -> {
              tables.nodes().begin(other);
              tables.nodes().leave(beginning("node"));
              return tables.nodes().beat(beginning("node"), Duration.ofSeconds(30));
            });
    assertThat(beat).isEmpty();
    var isLive =
        store.read(tables -> tables.nodes().find("node").filter(KnownNode::isLive).isPresent());
    assertThat(isLive).isTrue();
  }

  private static NodeTable.Beginning beginning(String name) {
    return new NodeTable.Beginning(name, NodeSetup.Kind.SERVER, "id", Path.of("/data"), 1);
  }

  private static void assertLooks(NodeTable.Beat beat, boolean hasNews) {
    assertThat(beat.isAwaited()).isEqualTo(hasNews);
    assertThat(beat.isCalled()).isEqualTo(hasNews);
    assertThat(beat.isAtWork()).isFalse();
    assertThat(beat.hasSilent()).isFalse();
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
