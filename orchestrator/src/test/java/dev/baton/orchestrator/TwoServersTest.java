package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt.Target;
import dev.baton.orchestrator.start.AttemptStarts.StartedAttempt;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.node.NodeTable;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two servers with data directories of their own share a PostgreSQL; one of them is killed. */
@Tag("slow")
class TwoServersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;

  private Path here;
  private Path there;
  private String address = "";

  /** The other server, and what it answers. */
  private record Other(KilledServer server, BufferedReader answers) implements AutoCloseable {
    static Other start(Path directory, String address) throws IOException {
      var server = KilledServer.start(directory, address);
      var other = new Other(server, server.output());
      assertThat(other.answers().readLine()).isEqualTo(KilledServer.READY);
      return other;
    }

    UUID start(UUID task, String script) throws IOException {
      server.ask(String.join("\t", "start", "key of " + task, task.toString(), script));
      return UUID.fromString(answer());
    }

    void stop(UUID attempt) throws IOException {
      server.ask(String.join("\t", "stop", "no key", attempt.toString(), "-"));
      assertThat(answer()).isEqualTo(attempt.toString());
    }

    private String answer() throws IOException {
      var words = answers.readLine().split("\t");
      assertThat(words[1]).as(String.join(" ", words)).isEqualTo("ok");
      return words[2];
    }

    @Override
    public void close() {
      server.close();
    }
  }

  @BeforeEach
  void prepare() throws IOException {
    here = Files.createDirectories(directory.resolve("here"));
    there = Files.createDirectories(directory.resolve("there"));
    address = databases.newAddress();
  }

  @Test
  void a_restart_of_one_leaves_the_attempts_of_the_other_alone() throws Exception {
    try (var baton = TestBaton.in(here, address)) {
      var ours = baton.start("say one", "sleep 6", "say two").attemptId();
      for (int restart = 0; restart < 2; restart++) {
        try (var other = Other.start(there, address)) {
          other.start(baton.task("Theirs"), "say theirs|sleep 3");
        }
      }

      assertThat(baton.awaitEnd(ours).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.messages(ours, Role.ASSISTANT)).containsExactly("one", "two");
      // why: killed servers leave their agents, which write there
      LivePrograms.awaitNoneBelow(there);
    }
  }

  @Test
  void attempts_go_to_the_emptiest_server_and_each_has_its_own_room() throws Exception {
    try (var baton = TestBaton.in(here, address, TestBaton.atMost(1));
        var other = Other.start(there, address)) {
      var ours =
          IntStream.range(0, 3)
              .mapToObj(number -> baton.start("sleep 0.2", "say " + number).attemptId())
              .toList();
      var theirs = other.start(baton.task("Theirs"), "say theirs");

      for (var attempt : ours) {
        assertThat(baton.awaitEnd(attempt).attempt().state().name())
            .isEqualTo(AttemptState.Name.COMPLETED);
      }
      assertThat(ours)
          .extracting(attempt -> baton.status(attempt).workspacePath())
          .anyMatch(path -> path.startsWith(here))
          .anyMatch(path -> path.startsWith(there));
      assertThat(baton.awaitEnd(theirs).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.status(theirs).workspacePath()).startsWith(there);
    }
  }

  @Test
  void what_a_killed_server_ran_waits_for_it_and_nobody_else_touches_it() throws Exception {
    try (var baton = TestBaton.in(here, address)) {
      var task = baton.task("Theirs");
      UUID attempt;
      UUID hanging;
      try (var other = Other.start(there, address)) {
        attempt = other.start(task, "say before|sleep 20|say meanwhile|sleep 45|say after");
        hanging = other.start(baton.task("Hangs"), "say here|hang");
        await(() -> baton.messages(hanging, Role.ASSISTANT).contains("here"));
        // why while it lives too: this server cannot reach what is there
        assertRefused(() -> baton.orchestrator().attempts().stop(attempt, false));
      }

      assertForeign(baton, attempt, task, BoardFailureCode.ATTEMPT_BUSY);
      await(() -> baton.status(attempt).attempt().state().name() == AttemptState.Name.FAILED);
      assertThat(baton.status(attempt).attempt().state().failureSummary().orElseThrow())
          .startsWith("interrupted: node ")
          .contains(there.toString());
      assertForeign(baton, attempt, task, BoardFailureCode.NODE_UNAVAILABLE);

      try (var other = Other.start(there, address)) {
        await(() -> baton.status(attempt).attempt().state().name() == AttemptState.Name.RUNNING);
        other.stop(hanging);
        assertThat(baton.status(hanging).attempt().state().name())
            .isEqualTo(AttemptState.Name.FAILED);
        await(() -> baton.status(attempt).attempt().state().name() == AttemptState.Name.COMPLETED);
        assertThat(baton.messages(attempt, Role.ASSISTANT))
            .containsExactly("before", "meanwhile", "after");
      }
      assertThat(LivePrograms.agents(there)).isEmpty();
    }
  }

  @Test
  void a_turn_counts_that_ends_before_its_server_heard_that_it_was_taken_for_dead()
      throws Exception {
    try (var baton = TestBaton.in(here, address)) {
      var attempt = baton.start("say one", "sleep 3", "say two").attemptId();
      interrupt(attempt);
      assertThat(baton.status(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.FAILED);

      await(
          () -> baton.status(attempt).attempt().state().name().equals(AttemptState.Name.COMPLETED));
      assertThat(baton.status(attempt).attempt().isQueueHeld()).isFalse();
      assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("one", "two");
    }
  }

  @Test
  void what_was_on_a_node_that_was_removed_is_not_to_be_waited_for() throws Exception {
    try (var baton = TestBaton.in(here, address)) {
      var attempt = baton.start("say one").attemptId();
      baton.awaitEnd(attempt);
      try (var connection = DriverManager.getConnection(address);
          var statement = connection.prepareStatement("update attempt set node = ? where id = ?")) {
        statement.setString(1, "gone (removed)");
        statement.setString(2, attempt.toString());
        assertThat(statement.executeUpdate()).isEqualTo(1);
      }

      assertThatThrownBy(() -> baton.orchestrator().devServers().start(attempt))
          .isInstanceOfSatisfying(
              ToolFailure.class,
              failure -> {
                assertThat(failure)
                    .hasMessageEndingWith("on node 'gone (removed)', which nobody knows any more");
                assertThat(failure.hint()).contains("move_attempt").doesNotContain("is back");
              });
    }
  }

  /** What another server does to the attempts of one that is silent. */
  private void interrupt(UUID attempt) throws Exception {
    try (var connection = DriverManager.getConnection(address);
        var statement =
            connection.prepareStatement(
                "update attempt set state = 'failed', failure_summary = ?, queue_held = 1 where id"
                    + " = ?")) {
      statement.setString(1, "interrupted: node here was last seen long ago");
      statement.setString(2, attempt.toString());
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void repositories_of_two_machines_are_refused_with_the_next_step() throws Exception {
    try (var baton = TestBaton.in(here, address)) {
      var projects = baton.orchestrator().projects();
      var near = projects.listRepos(baton.projectId()).getFirst();
      var far =
          projects.addRepo(
              baton.projectId(), new NewRepo(baton.makeRepository("far"), Optional.empty()));
      sendAway(far.id());

      var both = List.of(new Target(near.id(), "main"), new Target(far.id(), "main"));
      assertThatThrownBy(() -> start(baton, both))
          .isInstanceOfSatisfying(
              ToolFailure.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(FailureCode.INVALID_ARGUMENT);
                assertThat(failure.hint())
                    .startsWith("Repeat the call for each with repos:")
                    .contains("call add_repo for it at that server");
              })
          .hasMessageContaining("The repos are at home on different machines ('repo' on ")
          .hasMessageContaining("'far' on elsewhere), and an attempt works on those of one");

      assertThatThrownBy(() -> start(baton, List.of(new Target(far.id(), "main"))))
          .as("what is all there is asked of it")
          .isInstanceOfSatisfying(
              ToolFailure.class,
              failure -> assertThat(failure.details().get("node")).isEqualTo("elsewhere"));
      var ours = start(baton, List.of(new Target(near.id(), "main")));
      assertThat(baton.awaitEnd(ours.attemptId()).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
    }
  }

  private static StartedAttempt start(TestBaton baton, List<Target> repos) {
    return baton
        .orchestrator()
        .attemptStarts()
        .start(
            caller(),
            new NewAttempt(
                baton.task("Work"),
                TestBaton.FAKE,
                Optional.empty(),
                repos,
                Optional.of("say it")));
  }

  /** Another machine has a server and the repository. */
  private void sendAway(UUID repoId) throws Exception {
    var store = Store.open(databases.open(address));
    var facts =
        new NodeFacts(List.of(), List.of(), "1.0", RepositoryReach.ofServer(List.of(), List.of()));
    store.write(
        tables -> {
          tables
              .nodes()
              .begin(
                  new NodeTable.Beginning(
                      "elsewhere", NodeSetup.Kind.SERVER, "id", Path.of("/elsewhere"), 1));
          tables.nodes().setFacts("elsewhere", facts);
          return facts;
        });
    try (var connection = DriverManager.getConnection(address);
        var statement =
            connection.prepareStatement("update repo set home = ?, path = ? where id = ?")) {
      statement.setString(1, "elsewhere");
      statement.setString(2, "/elsewhere/far");
      statement.setString(3, repoId.toString());
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  /**
   * Nothing that needs the workspace or a program is done, and nothing is changed. The whole task
   * is busy as long as nobody knows that its agent is cut off.
   */
  private static void assertForeign(
      TestBaton baton, UUID attempt, UUID task, FailureCode ofDeletion) {
    var orchestrator = baton.orchestrator();
    assertRefused(() -> orchestrator.attempts().stop(attempt, true));
    assertRefused(() -> orchestrator.followUps().send(caller(), to(attempt, "say no")));
    assertRefused(() -> orchestrator.followUps().queue(caller(), to(attempt, "say no")));
    assertRefused(() -> orchestrator.work().changes(attempt, false));
    assertRefused(() -> orchestrator.devServers().start(attempt));
    assertRefused(() -> orchestrator.devServers().stop(attempt));
    for (ThrowingCallable deletion :
        List.<ThrowingCallable>of(
            () -> orchestrator.deletions().deleteAttempt(attempt),
            () -> orchestrator.deletions().deleteTask(task))) {
      assertThatThrownBy(deletion)
          .isInstanceOfSatisfying(
              ToolFailure.class, failure -> assertThat(failure.code()).isEqualTo(ofDeletion));
    }
    assertRefused(
        () ->
            orchestrator
                .merges()
                .merge(
                    new MergeRequest(
                        attempt, Optional.empty(), MergeStrategy.SQUASH, Optional.empty(), true)));
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.NODE_UNAVAILABLE);
              assertThat(failure).hasMessageContaining("last seen 20");
            });
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
