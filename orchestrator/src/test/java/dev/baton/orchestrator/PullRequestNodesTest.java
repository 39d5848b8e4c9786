package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.node.NodeTable;
import dev.baton.task.MovableClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Of two servers that share a database one looks at a pull request. */
@Tag("slow")
class PullRequestNodesTest {
  private static final String LOOK = "pr view";

  @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;
  private final MovableClock clock = MovableClock.running();
  private String address = "";
  private UUID attempt = new UUID(0, 0);
  private Server here;
  private Server there;

  /** One of the two, with a stand-in of gh of its own. */
  private record Server(TestBaton baton, TestForge gh) implements AutoCloseable {
    String name() {
      return baton.orchestrator().nodes().self();
    }

    void look() {
      baton.orchestrator().pullRequestWatch().beginRound();
    }

    @Override
    public void close() {
      baton.close();
    }
  }

  /** An attempt of the one server has a pull request before the other starts. */
  @BeforeEach
  void open() throws Exception {
    address = databases.newAddress();
    here = server("here", TestBaton::in);
    TestForge.remote(here.baton().repository(), TestForge.GITHUB);
    attempt = proposed();
    there = server("there", TestBaton::again);
  }

  private interface Opening {
    TestBaton open(Path directory, String address, UnaryOperator<OrchestratorSetup> settings);
  }

  private Server server(String name, Opening opening) throws Exception {
    var home = Files.createDirectories(directory.resolve(name));
    var gh = TestForge.of(home.resolve("bin"), "gh");
    return new Server(
        opening.open(home, address, setup -> setup.withForges(gh.forges()).withClock(clock)), gh);
  }

  @AfterEach
  void close() {
    there.close();
    here.close();
  }

  private UUID proposed() {
    var id = here.baton().start("write a.txt one").attemptId();
    here.baton().awaitEnd(id);
    here.baton()
        .orchestrator()
        .pullRequests()
        .create(
            new NewPullRequest(
                new PushRequest(id, Optional.empty()), Optional.empty(), Optional.empty(), false));
    return id;
  }

  @Test
  void the_server_that_has_the_attempt_looks_and_the_other_does_not() throws Exception {
    var before = here.gh().count(LOOK);
    clock.advance(Duration.ofMinutes(2));

    there.look();
    here.look();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(here.gh().count(LOOK)).isEqualTo(before + 2));
    there.look();
    there.baton().orchestrator().close();

    assertThat(here.gh().count(LOOK)).as("its state and its talk, once").isEqualTo(before + 2);
    assertThat(there.gh().text("calls")).isEmpty();
  }

  @Test
  void wherever_attempt_and_repository_are_one_of_the_two_looks() throws Exception {
    var store = Store.open(databases.open(address));
    store.write(
        tables -> {
          tables
              .nodes()
              .begin(
                  new NodeTable.Beginning(
                      "worker-1", NodeSetup.Kind.WORKER, "id", Path.of("/elsewhere"), 1));
          return attempt;
        });
    clock.advance(Duration.ofMinutes(2));

    for (var home : List.of(here, there)) {
      for (var node : List.of(here.name(), there.name(), "worker-1", "gone", "")) {
        place(node, home.name());
        var looking =
            List.of(here, there).stream()
                .filter(server -> isDue(store, server))
                .map(Server::name)
                .toList();
        assertThat(looking)
            .as("at %s, at home at %s", node, home.name())
            .containsExactly(
                List.of(here.name(), there.name()).contains(node) ? node : home.name());
      }
    }
  }

  private boolean isDue(Store store, Server server) {
    return !store
        .read(tables -> tables.pullRequests().listDue(server.name(), clock.instant(), 9))
        .isEmpty();
  }

  /** The attempt is on this node, or on none yet, and its repository is at home there. */
  private void place(String node, String home) throws SQLException {
    try (var connection = DriverManager.getConnection(address);
        var placed =
            connection.prepareStatement("update attempt set node = nullif(?, '') where id = ?");
        var moved = connection.prepareStatement("update repo set home = ?")) {
      placed.setString(1, node);
      placed.setString(2, attempt.toString());
      moved.setString(1, home);
      assertThat(placed.executeUpdate() + moved.executeUpdate()).isEqualTo(2);
    }
  }
}
