package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.changes.Changes.FileChange;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import dev.baton.orchestrator.upkeep.Pruner.Pruned;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import dev.baton.task.MovableClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What goes when nobody has worked with it for long, whichever database is underneath. */
abstract class RetentionContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  final MovableClock clock = MovableClock.running();
  TestBaton baton;

  RetentionContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  /** As usual, but only when a test asks. */
  private static Retention byHand() {
    return new Retention(Retention.DEFAULT.worktrees(), Retention.DEFAULT.logs(), Optional.empty());
  }

  @BeforeEach
  void open() throws Exception {
    open(byHand());
  }

  // why not closed by itself: that is after its database has gone
  @AfterEach
  void close() {
    baton.close();
  }

  private void open(Retention retention) throws Exception {
    baton =
        TestBaton.in(
            directory,
            databases.newAddress(),
            setup -> setup.withClock(clock).withRetention(retention));
    // why: what is left uncommitted must be kept too
    baton.commitPolicy("none");
  }

  private UUID finished(String... script) {
    var attempt = baton.start(script).attemptId();
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    return attempt;
  }

  private void move(UUID attempt, BoardTaskStatus status) {
    baton
        .orchestrator()
        .board()
        .changeTask(
            BoardTaskChange.of(baton.status(attempt).attempt().taskId()).withStatus(status));
  }

  private Path root(UUID attempt) {
    return baton.status(attempt).attempt().root();
  }

  private Path runs(UUID attempt) {
    return directory.resolve("data").resolve("runs").resolve(attempt.toString());
  }

  @Test
  void worktrees_of_finished_tasks_go_and_come_back_when_needed() throws Exception {
    var done = finished("write a.txt one", "commit First", "append a.txt two");
    var cancelled = finished("write b.txt one");
    var open = finished("write c.txt one");
    move(done, BoardTaskStatus.DONE);
    move(cancelled, BoardTaskStatus.CANCELLED);
    clock.advance(Duration.ofHours(71));
    assertThat(baton.orchestrator().pruner().prune(false).worktrees()).isEmpty();
    clock.advance(Duration.ofMinutes(61));

    var foreseen = baton.orchestrator().pruner().prune(true);
    assertThat(foreseen.isDryRun()).isTrue();
    assertThat(foreseen.worktrees())
        .extracting(Pruned.Worktree::attemptId)
        .containsExactly(done, cancelled);
    assertThat(root(done)).isDirectory();

    var pruned = baton.orchestrator().pruner().prune(false);
    assertThat(pruned.failures()).isEmpty();
    assertThat(pruned.worktrees())
        .extracting(Pruned.Worktree::path)
        .containsExactly(root(done), root(cancelled));
    assertThat(root(done)).doesNotExist();
    assertThat(root(cancelled)).doesNotExist();
    assertThat(root(open)).isDirectory();
    var refs = pruned.worktrees().getFirst().keptRefs();
    assertThat(refs).isNotEmpty().allMatch(ref -> ref.startsWith("refs/baton/"));
    assertThat(refs)
        .anySatisfy(
            ref ->
                assertThat(TestRepository.git(baton.repository(), "show", ref + ":a.txt"))
                    .isEqualTo("one\ntwo"));
    assertThat(baton.orchestrator().pruner().prune(false).worktrees()).isEmpty();

    assertThat(baton.orchestrator().work().changes(done, false).files())
        .extracting(FileChange::path)
        .containsExactly("a.txt");
    baton.orchestrator().followUps().send(caller(), to(done, "append a.txt three"));
    assertThat(baton.awaitEnd(done).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(root(done).resolve("repo").resolve("a.txt")).hasContent("one\nthree\n");
  }

  @Test
  void a_worktree_in_which_a_dev_server_runs_stays() {
    baton.devServer("sleep 1000");
    var attempt = finished("write a.txt one");
    baton.orchestrator().devServers().start(attempt);
    move(attempt, BoardTaskStatus.DONE);
    clock.advance(Duration.ofDays(4));

    assertThat(baton.orchestrator().pruner().prune(false).worktrees()).isEmpty();
    assertThat(root(attempt)).isDirectory();

    baton.orchestrator().devServers().stop(attempt);
    assertThat(baton.orchestrator().pruner().prune(false).worktrees()).hasSize(1);
  }

  @Test
  void logs_of_finished_attempts_go_with_their_files_and_new_ones_follow() {
    var attempt = finished("lines 20", "say first");
    var entries =
        baton.log(attempt, LogChannel.RAW).size()
            + baton.log(attempt, LogChannel.NORMALIZED).size();
    var next = baton.log(attempt, LogChannel.NORMALIZED).getLast().index() + 1;
    clock.advance(Duration.ofDays(89));
    assertThat(baton.orchestrator().pruner().prune(false).logs()).isEmpty();
    clock.advance(Duration.ofDays(1).plusMinutes(1));
    assertThat(baton.orchestrator().pruner().prune(true).logs())
        .containsExactly(new Pruned.Log(attempt, entries));
    assertThat(runs(attempt)).isDirectory();

    assertThat(baton.orchestrator().pruner().prune(false).logs())
        .containsExactly(new Pruned.Log(attempt, entries));

    assertThat(baton.log(attempt, LogChannel.RAW)).isEmpty();
    assertThat(baton.log(attempt, LogChannel.NORMALIZED)).isEmpty();
    assertThat(runs(attempt)).doesNotExist();
    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("first");
    assertThat(baton.orchestrator().pruner().prune(false).logs()).isEmpty();
    baton.orchestrator().followUps().send(caller(), to(attempt, "say second"));
    baton.awaitEnd(attempt);
    assertThat(baton.log(attempt, LogChannel.NORMALIZED))
        .isNotEmpty()
        .extracting(LogEntry::index)
        .allMatch(index -> index >= next);
  }

  @Test
  void it_happens_by_itself_as_time_goes_by() throws Exception {
    baton.close();
    directory = Files.createDirectories(directory.resolve("another"));
    open(Retention.DEFAULT);
    var attempt = finished("write a.txt one");
    move(attempt, BoardTaskStatus.DONE);
    clock.advance(Duration.ofHours(73));

    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !Files.exists(root(attempt)));
  }
}
