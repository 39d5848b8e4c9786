package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stop says and leaves, also when it comes too late. */
@Tag("slow")
class StopTest {
  @TempDir Path directory;
  @AutoClose private TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
  }

  @Test
  void one_agent_counts_as_one_and_its_exit_code_names_the_signal() {
    var attempt = baton.start("spawn 300", "hang").attemptId();

    var stopped = baton.orchestrator().attempts().stop(attempt, true);

    assertThat(stopped.stopped()).isEqualTo(1);
    assertThat(stopped.state()).isEqualTo(AttemptState.Name.FAILED);
    var process = baton.status(attempt).latestProcess().orElseThrow();
    assertThat(process.status()).isEqualTo(ProcessStatus.KILLED);
    assertThat(process.exitCode()).contains(128 + 9);
    assertThat(baton.orchestrator().attempts().stop(attempt, true).stopped()).isZero();
  }

  @RepeatedTest(5)
  void an_agent_that_has_said_that_it_is_done_stays_completed_and_the_queue_is_held() {
    var attempt = baton.start("sleep 2", "write a.txt one", "say done").attemptId();
    baton.orchestrator().followUps().queue(caller(), to(attempt, "say never"));
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(2))
        .until(() -> baton.messages(attempt, Role.ASSISTANT).contains("done"));

    var stopped = baton.orchestrator().attempts().stop(attempt, false);

    var status = baton.status(attempt);
    var process = status.latestProcess().orElseThrow();
    if (process.status() == ProcessStatus.COMPLETED) {
      assertThat(stopped.state()).isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(status.attempt().state().failureSummary()).isEmpty();
    } else {
      // why not always one: it may have gone by itself between its word and the stop
      assertThat(stopped.stopped()).isLessThanOrEqualTo(1);
      assertThat(stopped.state()).isEqualTo(AttemptState.Name.FAILED);
    }
    assertThat(status.isQueueHeld()).isTrue();
    assertThat(baton.messages(attempt, Role.ASSISTANT)).doesNotContain("never");
  }
}
