package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.planning.RepoSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents leave running does not outlive their turn. */
@Tag("slow")
class StrayProgramsTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
  }

  @Test
  void a_child_that_an_agent_leaves_is_ended_with_its_turn() {
    var attempt = baton.start("spawn 300", "write a.txt one", "say done").attemptId();

    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    LivePrograms.awaitNoneBelow(directory);
  }

  @Test
  void a_child_of_an_agent_that_fails_is_ended_too() {
    var attempt = baton.start("spawn 300", "exit 3").attemptId();

    var status = baton.awaitEnd(attempt);
    assertThat(status.attempt().state().failureSummary().orElseThrow()).startsWith("exit code 3");
    LivePrograms.awaitNoneBelow(directory);
  }

  @Test
  void a_daemon_of_a_setup_script_is_ended_before_the_agent_starts() {
    baton.change(
        new RepoSettings(
            Optional.of("setsid sh -c 'trap \"\" TERM; sleep 300' >/dev/null 2>&1 &"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
    var attempt = baton.start("say done").attemptId();

    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    LivePrograms.awaitNoneBelow(directory);
  }

  @Test
  void what_an_agent_left_while_no_server_was_there_is_ended_by_the_next() {
    var attempt = baton.start("sleep 0.3", "spawn 300", "say done").attemptId();
    baton.restartAfter(
        () ->
            Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> !LivePrograms.files(directory, "exit").isEmpty()));
    baton.awaitEnd(attempt);
    LivePrograms.awaitNoneBelow(directory);
  }

  @Test
  void a_detached_grandchild_that_ignores_all_is_gone_when_a_stop_answers() {
    baton.change(
        new RepoSettings(
            Optional.of("(setsid sh -c 'trap \"\" INT TERM HUP; sleep 300' &) ; sleep 300"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
    var attempt = baton.start("say never").attemptId();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> LivePrograms.below(directory).size() >= 3);
    var stopped = baton.orchestrator().attempts().stop(attempt, false);

    LivePrograms.awaitNoneBelow(directory);
    assertThat(stopped.state()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(stopped.stopped()).isEqualTo(1);
  }

  @Test
  void nothing_works_in_a_workspace_that_was_removed() {
    var attempt = baton.start("spawn 300", "say done").attemptId();
    baton.awaitEnd(attempt);
    baton.orchestrator().followUps().send(caller(), to(attempt, "spawn 300", "hang"));
    baton.orchestrator().attempts().stop(attempt, false);
    baton.orchestrator().deletions().deleteAttempt(attempt);

    LivePrograms.awaitNoneBelow(directory);
  }

  @Test
  void a_daemon_without_ties_is_gone_when_a_stop_answers() {
    daemonAtSetup("tail -f /dev/null");
    var attempt = baton.start("say never").attemptId();
    awaitDaemon();
    var stopped = baton.orchestrator().attempts().stop(attempt, false);

    LivePrograms.awaitNoneBelow(directory);
    assertThat(stopped.stopped()).isEqualTo(1);
  }

  @Test
  void a_daemon_without_ties_is_ended_with_the_script_that_left_it() {
    daemonAtSetup("true");
    var attempt = baton.start("say done").attemptId();

    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    LivePrograms.awaitNoneBelow(directory);
  }

  @Test
  void a_daemon_without_ties_is_gone_when_an_attempt_is_deleted() throws Exception {
    var attempt = baton.start("say done").attemptId();
    baton.awaitEnd(attempt);
    var worktree = directory.resolve("data/worktrees");
    try (var files = Files.find(worktree, 4, (file, _) -> file.endsWith("README.md"))) {
      worktree = Objects.requireNonNull(files.findFirst().orElseThrow().getParent());
    }
    var shell = new ProcessBuilder("sh", "-c", DAEMON).directory(worktree.toFile());
    assertThat(shell.start().waitFor()).isZero();
    awaitDaemon();
    baton.orchestrator().deletions().deleteAttempt(attempt);

    LivePrograms.awaitNoneBelow(directory);
  }

  /** Leaves a program without parent, session and variables. */
  private static final String DAEMON =
      "(env -i PATH=\"$PATH\" setsid sleep 300 </dev/null >/dev/null 2>&1 &)";

  private void daemonAtSetup(String then) {
    baton.change(
        new RepoSettings(
            Optional.of(DAEMON + "; " + then),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private void awaitDaemon() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> LivePrograms.below(directory).stream().anyMatch(this::isDaemon));
  }

  private boolean isDaemon(String link) {
    try {
      return Files.readString(Path.of(link).resolveSibling("cmdline")).startsWith("sleep\0");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
