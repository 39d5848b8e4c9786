package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.planning.RepoSettings;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import dev.baton.orchestrator.progress.DevServerControl.DevServer;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dev servers beside attempts, with a script that runs until somebody ends it. */
@Tag("slow")
class DevServerTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, TestBaton.atMost(1));
    baton.devServer(
        "echo $$ > %s; echo listening; n=0; while sleep 0.1; do n=$((n+1)); echo beat $n; done"
            .formatted(pidFile()));
  }

  private Path pidFile() {
    return directory.resolve("pid");
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofSeconds(30));
  }

  private boolean isAlive() throws Exception {
    return ProcessHandle.of(Long.parseLong(Files.readString(pidFile()).strip()))
        .filter(ProcessHandle::isAlive)
        .isPresent();
  }

  private List<String> lines(UUID attempt) {
    return baton.log(attempt, LogChannel.RAW).stream().map(LogEntry::content).toList();
  }

  private UUID finished(String... script) {
    var attempt = baton.start(script).attemptId();
    baton.awaitEnd(attempt);
    return attempt;
  }

  @Test
  void it_runs_beside_the_attempt_and_counts_for_nothing() throws Exception {
    var attempt = finished("say done");
    var before = baton.status(attempt);

    var started = baton.orchestrator().devServers().start(attempt);

    assertThat(started).extracting(DevServer::repoName).containsExactly("repo");
    await().until(() -> lines(attempt).contains("beat 2"));
    var status = baton.status(attempt);
    assertThat(status.attempt().state().name()).isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(status.latestProcess()).isEqualTo(before.latestProcess());
    assertThat(status.attempt().lastActivityAt()).isEqualTo(before.attempt().lastActivityAt());
    assertThat(baton.log(attempt, LogChannel.NORMALIZED))
        .filteredOn(entry -> entry.processId().equals(started.getFirst().executionProcessId()))
        .extracting(LogEntry::content)
        .startsWith("Dev server of repo", "listening");

    baton.orchestrator().followUps().send(caller(), to(attempt, "say more"));
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(finished("say others run too")).isNotNull();
    baton.orchestrator().attempts().stop(attempt, true);
    assertThat(isAlive()).isTrue();

    assertThat(baton.orchestrator().devServers().stop(attempt)).isPositive();
    assertThat(isAlive()).isFalse();
    assertThat(baton.orchestrator().devServers().stop(attempt)).isZero();
    assertThat(baton.status(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void it_runs_on_while_an_agent_is_stopped() throws Exception {
    var attempt = baton.start("hang").attemptId();
    baton.orchestrator().devServers().start(attempt);
    await().until(() -> lines(attempt).contains("listening"));

    var stopped = baton.orchestrator().attempts().stop(attempt, false);

    assertThat(stopped.state()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(baton.status(attempt).latestProcess().orElseThrow().reason())
        .isEqualTo(ProcessReason.CODING_AGENT);
    assertThat(isAlive()).isTrue();
    baton.orchestrator().deletions().deleteAttempt(attempt);
  }

  @Test
  void a_second_start_is_refused_while_it_runs() {
    var attempt = finished("say done");
    baton.orchestrator().devServers().start(attempt);

    assertThatThrownBy(() -> baton.orchestrator().devServers().start(attempt))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.ALREADY_DONE);
              assertThat(failure)
                  .hasMessage("The dev server of attempt %s runs already".formatted(attempt));
              assertThat(failure.hint()).contains("stop_dev_server");
            });

    assertThat(baton.orchestrator().devServers().stop(attempt)).isPositive();
    assertThat(baton.orchestrator().devServers().start(attempt)).hasSize(1);
    baton.orchestrator().deletions().deleteAttempt(attempt);
  }

  @Test
  void it_outlives_the_server_and_loses_no_line() throws Exception {
    var attempt = finished("say done");
    baton.orchestrator().devServers().start(attempt);
    await().until(() -> lines(attempt).contains("beat 1"));
    baton.restart();

    assertThat(isAlive()).isTrue();
    var seen = lines(attempt).size();
    await().until(() -> lines(attempt).size() > seen + 3);
    assertThat(lines(attempt)).doesNotHaveDuplicates();
    assertThat(lines(attempt).stream().filter(line -> line.startsWith("beat")).toList())
        .startsWith("beat 1", "beat 2", "beat 3");
    assertThatThrownBy(() -> baton.orchestrator().devServers().start(attempt))
        .hasMessageContaining("runs already");

    assertThat(baton.orchestrator().devServers().stop(attempt)).isPositive();
    assertThat(isAlive()).isFalse();
  }

  @Test
  void one_that_ended_while_the_server_was_away_can_be_started_again() throws Exception {
    var attempt = finished("say done");
    baton.orchestrator().devServers().start(attempt);
    await().until(() -> lines(attempt).contains("listening"));
    baton.restartAfter(
        () -> {
          try {
            ProcessHandle.of(Long.parseLong(Files.readString(pidFile()).strip()))
                .ifPresent(ProcessHandle::destroyForcibly);
            await().until(() -> !isAlive());
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });

    await().until(() -> canStart(attempt));
    baton.orchestrator().deletions().deleteAttempt(attempt);
  }

  private boolean canStart(UUID attempt) {
    try {
      return baton.orchestrator().devServers().start(attempt).size() == 1;
    } catch (ToolFailure e) {
      return false;
    }
  }

  @Test
  void deleting_the_attempt_ends_it() throws Exception {
    var attempt = finished("say done");
    baton.orchestrator().devServers().start(attempt);
    await().until(() -> lines(attempt).contains("listening"));

    baton.orchestrator().deletions().deleteAttempt(attempt);

    assertThat(isAlive()).isFalse();
  }

  @Test
  void without_a_script_the_way_to_set_one_is_told() {
    baton.devServer("");
    var attempt = finished("say done");

    assertThatThrownBy(() -> baton.orchestrator().devServers().start(attempt))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.INVALID_ARGUMENT);
              assertThat(failure.hint()).startsWith("Set one with set_repo in dev_server");
            });
    assertThat(baton.change(RepoSettings.NONE).repo().scripts().devServer())
        .isEqualTo(Optional.empty());
  }

  @Test
  void one_that_runs_is_found_again_although_its_repository_is_gone() throws Exception {
    var attempt = finished("say done");
    baton.orchestrator().devServers().start(attempt);
    await().until(() -> lines(attempt).contains("beat 2"));
    var elsewhere = directory.resolve("elsewhere");
    baton.restartAfter(
        () -> assertThat(baton.repository().toFile().renameTo(elsewhere.toFile())).isTrue());

    assertThat(isAlive()).isTrue();
    var before = lines(attempt).size();
    await().until(() -> lines(attempt).size() > before);
    assertThat(baton.orchestrator().devServers().stop(attempt)).isPositive();
    await().until(() -> !isAlive());
    assertThat(elsewhere.toFile().renameTo(baton.repository().toFile())).isTrue();
  }

  /** Leaves time to try things while something is being ended. */
  private void slowToKill() throws Exception {
    baton.close();
    var patience =
        new StopPatience(Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofSeconds(10));
    baton =
        TestBaton.in(
            Files.createDirectories(directory.resolve("slow")),
            setup -> setup.withStopPatience(patience));
  }

  @Test
  void nothing_begins_in_an_attempt_that_is_being_deleted() throws Exception {
    var asked = directory.resolve("asked");
    slowToKill();
    baton.devServer(
        "trap 'touch %s' INT TERM; echo listening; while :; do sleep 0.1; done".formatted(asked));
    var attempt = finished("write mine.txt x");
    baton.orchestrator().devServers().start(attempt);
    await().until(() -> lines(attempt).contains("listening"));
    var deletion =
        CompletableFuture.supplyAsync(
            () -> baton.orchestrator().deletions().deleteAttempt(attempt));
    await().until(() -> Files.exists(asked));

    assertThatThrownBy(() -> baton.orchestrator().followUps().send(caller(), to(attempt, "say hi")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
              assertThat(failure).hasMessage("Attempt %s is being deleted", attempt);
              assertThat(failure.hint()).startsWith("Call list_task_attempts");
            });
    assertThatThrownBy(() -> baton.orchestrator().work().changes(attempt, false))
        .hasMessage("Attempt %s is being deleted", attempt);
    assertThatThrownBy(() -> baton.orchestrator().deletions().deleteAttempt(attempt))
        .hasMessage("Attempt %s is being deleted", attempt);
    assertThat(deletion.get(30, TimeUnit.SECONDS).keptRefs()).isNotEmpty();
    assertThat(directory.resolve("slow/data/worktrees/" + attempt)).doesNotExist();
  }
}
