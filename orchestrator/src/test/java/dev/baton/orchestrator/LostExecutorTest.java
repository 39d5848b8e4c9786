package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that lose an executor whose attempts run, wait, or have messages in their queue. */
@Tag("slow")
class LostExecutorTest {
  private static final String SUMMARY = "There is no executor 'FAKE_AGENT'";

  @TempDir Path directory;
  final AtomicBoolean isLost = new AtomicBoolean();
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, this::settings);
  }

  private OrchestratorSetup settings(OrchestratorSetup usual) {
    var executors = usual.executors();
    return usual
        .withLimits(new AttemptLimits(1, 1))
        .withExecutors(() -> isLost.get() ? new AgentCatalogue(List.of()) : executors.get());
  }

  private void assertFailed(UUID attempt) {
    var ended = baton.awaitEnd(attempt).attempt();
    assertThat(ended.state().name()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(ended.state().failureSummary().orElseThrow()).contains(SUMMARY);
  }

  @Test
  void who_waits_in_line_fails_alone_and_holds_up_nobody() {
    var first = baton.start("sleep 4", "say first").attemptId();
    var second = baton.start("say second").attemptId();
    var third = baton.start("say third").attemptId();
    isLost.set(true);

    assertThat(baton.awaitEnd(first).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertFailed(second);
    assertFailed(third);
  }

  @Test
  void a_server_starts_although_nobody_in_line_can() {
    var first = baton.start("hang").attemptId();
    var second = baton.start("say second").attemptId();
    baton.restartAfter(() -> isLost.set(true));

    assertFailed(first);
    assertFailed(second);
  }

  @Test
  void an_agent_that_nobody_understands_any_more_does_not_run_on() {
    var attempt = baton.start("write a.txt 1", "hang").attemptId();
    var worktrees = directory.resolve("data/worktrees");
    // why: a program that has just been started may not have gone to its directory yet
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !LivePrograms.below(worktrees).isEmpty());
    baton.restartAfter(() -> isLost.set(true));

    assertFailed(attempt);
    LivePrograms.awaitNoneBelow(worktrees);
    var refused =
        catchThrowableOfType(
            ToolFailure.class,
            () -> baton.orchestrator().followUps().send(caller(), to(attempt, "say back")));
    assertThat(refused).hasMessage(SUMMARY);
    assertThat(refused.hint())
        .contains("an attempt keeps its executor", "start_task_attempt with one that");
    isLost.set(false);
    baton.orchestrator().followUps().send(caller(), to(attempt, "say back"));
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.messages(attempt, Role.ASSISTANT)).endsWith("back");
  }

  @Test
  void a_queue_is_held_when_its_next_message_cannot_be_sent() {
    var attempt = baton.start("sleep 4", "say first").attemptId();
    baton.orchestrator().followUps().queue(caller(), to(attempt, "say second"));
    baton.orchestrator().followUps().queue(caller(), to(attempt, "say third"));
    isLost.set(true);

    assertFailed(attempt);
    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("first");
    assertThat(baton.status(attempt).queueLength()).isEqualTo(1);
    assertThat(baton.status(attempt).attempt().isQueueHeld()).isTrue();
  }
}
