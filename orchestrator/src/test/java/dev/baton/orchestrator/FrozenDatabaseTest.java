package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import dev.baton.task.MovableClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An SQLite file that nobody may write any more while the server runs, and may again later. */
@Tag("slow")
class FrozenDatabaseTest {
  private static final String LINES = "lines 300";

  @TempDir Path directory;

  private Frozen freeze() throws IOException, InterruptedException {
    // why not the third file: it is mapped into memory, where a refused write ends the whole
    // program
    return Frozen.of(Path.of(database()), Path.of(database() + "-wal"));
  }

  /** Asked before an agent works, whose directory could not be deleted at once. */
  private void assumeFreezable() throws IOException, InterruptedException {
    try (var frozen = freeze()) {
      assumeTrue(frozen.isDone(), "Only root can freeze a file, and not on every file system");
    }
  }

  private String database() {
    return TestBaton.file(directory);
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThat(TestBaton.told(call))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.STORAGE_UNAVAILABLE);
              assertThat(failure.retryable()).isTrue();
              assertThat(failure).hasMessageContaining("baton.db");
              assertThat(failure.hint()).contains("check that the database runs");
            });
  }

  private boolean hasEnded(UUID attempt) throws IOException {
    return LivePrograms.files(directory, "exit").stream()
        .anyMatch(file -> file.startsWith(directory.resolve("data/runs/" + attempt)));
  }

  @Test
  void changes_are_refused_reading_goes_on_and_afterwards_nothing_is_missing() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var task = baton.task("Before");
      var talked = baton.start("say first").attemptId();
      baton.awaitEnd(talked);
      assumeFreezable();
      var running = baton.start("sleep 1", LINES, "say done").attemptId();
      try (var frozen = freeze()) {
        assertThat(frozen.isDone()).isTrue();
        assertRefused(() -> baton.task("Refused"));
        assertRefused(
            () ->
                baton
                    .orchestrator()
                    .attemptStarts()
                    .start(caller("a"), TestBaton.attempt(task, "say begun")));
        assertRefused(
            () -> baton.orchestrator().followUps().send(caller("b"), to(talked, "say second")));
        assertRefused(
            () -> baton.orchestrator().followUps().queue(caller("c"), to(running, "say x")));
        assertThat(baton.status(running).attempt().state().name())
            .isEqualTo(AttemptState.Name.RUNNING);
        assertThat(baton.messages(talked, Role.ASSISTANT)).containsExactly("first");
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> hasEnded(running));
      }

      assertThat(baton.awaitEnd(running).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.log(running, LogChannel.RAW))
          .filteredOn(entry -> entry.content().startsWith("line "))
          .hasSize(300);
      baton.orchestrator().followUps().send(caller("b"), to(talked, "say second"));
      baton.awaitEnd(talked);
      assertThat(baton.messages(talked, Role.ASSISTANT)).containsExactly("first", "second");
      var begun =
          baton
              .orchestrator()
              .attemptStarts()
              .start(caller("a"), TestBaton.attempt(task, "say begun"));
      assertThat(baton.awaitEnd(begun.attemptId()).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.orchestrator().attempts().list(task)).hasSize(1);
    }
  }

  @Test
  void whoever_asks_is_told_that_it_cannot_be_written_until_it_can() throws Exception {
    var clock = MovableClock.running();
    try (var baton = TestBaton.in(directory, setup -> setup.withClock(clock))) {
      assumeFreezable();
      assertThat(baton.orchestrator().storageCheck().findProblem()).isEmpty();
      clock.advance(Duration.ofSeconds(6));
      try (var frozen = freeze()) {
        assertThat(frozen.isDone()).isTrue();
        assertThat(baton.orchestrator().storageCheck().findProblem())
            .hasValueSatisfying(
                problem ->
                    assertThat(problem)
                        .startsWith("The database takes no changes (")
                        .endsWith("); the server's log says more")
                        .doesNotContain("baton.db"));
      }

      assertThat(baton.orchestrator().storageCheck().findProblem())
          .as("what was found out is good for a few seconds")
          .isPresent();
      clock.advance(Duration.ofSeconds(6));
      assertThat(baton.orchestrator().storageCheck().findProblem()).isEmpty();
    }
  }
}
