package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.Approval.ApprovalStatus;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.AttemptRules.TimeLimits;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.progress.Approvals.ApprovalQuery;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import dev.baton.task.MovableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs and questions that take longer than they may. */
@Tag("slow")
class TimeLimitTest {
  @TempDir Path directory;
  final MovableClock clock = MovableClock.running();
  Optional<TestBaton> opened = Optional.empty();

  private TestBaton open(TimeLimits limits) throws Exception {
    opened = Optional.of(TestBaton.in(directory, with(limits)));
    return opened.get();
  }

  private UnaryOperator<OrchestratorSetup> with(TimeLimits limits) {
    return setup -> setup.withClock(clock).withRules(AttemptRules.DEFAULT.withTimes(limits));
  }

  @AfterEach
  void close() {
    opened.ifPresent(TestBaton::close);
  }

  private static TimeLimits run(Duration limit) {
    return new TimeLimits(Optional.of(limit), Optional.empty(), Optional.empty());
  }

  private static TimeLimits idle(Duration limit) {
    return new TimeLimits(Optional.empty(), Optional.of(limit), Optional.empty());
  }

  private static TimeLimits approval(Duration limit) {
    return new TimeLimits(Optional.empty(), Optional.empty(), Optional.of(limit));
  }

  private static void await(TestBaton baton, UUID attempt, String line) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                baton.log(attempt, LogChannel.RAW).stream()
                    .anyMatch(entry -> entry.content().contains(line)));
  }

  private static UUID asking(TestBaton baton) {
    var attempt =
        baton
            .orchestrator()
            .attemptStarts()
            .start(
                TestBaton.caller(),
                new NewAttempt(
                    baton.task("Ask"),
                    TestBaton.FAKE,
                    Optional.of("APPROVALS"),
                    List.of(),
                    Optional.of("ask May I?\nsay over")))
            .attemptId();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> baton.status(attempt).pendingApprovals().size() == 1);
    return attempt;
  }

  @Test
  void a_run_that_takes_too_long_fails_and_its_failure_names_the_limit() throws Exception {
    var baton = open(run(Duration.ofHours(2)));
    var attempt = baton.start("say begun", "hang").attemptId();
    await(baton, attempt, "begun");
    clock.advance(Duration.ofMinutes(119));
    assertThat(baton.status(attempt).attempt().state().name()).isEqualTo(AttemptState.Name.RUNNING);
    clock.advance(Duration.ofMinutes(2));

    var status = baton.awaitEnd(attempt);

    assertThat(status.attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(status.attempt().state().failureSummary().orElseThrow())
        .startsWith("stopped: it ran longer than limits.run_time (2h), ");
  }

  @Test
  void a_run_that_says_nothing_for_too_long_fails_and_its_failure_names_the_limit()
      throws Exception {
    var baton = open(idle(Duration.ofMinutes(30)));
    var attempt = baton.start("say begun", "hang").attemptId();
    await(baton, attempt, "begun");
    clock.advance(Duration.ofMinutes(31));

    assertThat(baton.awaitEnd(attempt).attempt().state().failureSummary().orElseThrow())
        .startsWith("stopped: it was idle longer than limits.idle_time (30m), ");
  }

  @Test
  void an_agent_is_not_idle_because_nobody_listened() throws Exception {
    var baton = open(idle(Duration.ofMinutes(30)));
    var attempt = baton.start("say begun", "sleep 6", "say over").attemptId();
    await(baton, attempt, "begun");
    baton.close();
    clock.advance(Duration.ofHours(1));
    var next =
        TestBaton.again(directory, TestBaton.file(directory), with(idle(Duration.ofMinutes(30))));
    opened = Optional.of(next);

    assertThat(next.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void an_agent_that_waits_for_an_answer_is_not_idle() throws Exception {
    var baton = open(idle(Duration.ofMinutes(30)));
    var attempt = asking(baton);
    clock.advance(Duration.ofHours(10));

    var question = baton.status(attempt).pendingApprovals().getFirst();
    baton
        .orchestrator()
        .approvals()
        .respond(new ApprovalResponse(question.id(), ApprovalDecision.APPROVE, Optional.empty()));

    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void without_a_limit_an_agent_waits_for_ever() throws Exception {
    var baton = open(TimeLimits.NONE);
    var attempt = asking(baton);
    clock.advance(Duration.ofDays(365));

    assertThat(baton.status(attempt).pendingApprovals())
        .singleElement()
        .extracting(Approval::expiresAt)
        .isEqualTo(Optional.empty());
    baton.orchestrator().attempts().stop(attempt, true);
  }

  @Test
  void a_question_that_nobody_answers_in_time_is_denied_for_all_to_see() throws Exception {
    var baton = open(approval(Duration.ofMinutes(10)));
    var attempt = asking(baton);
    var question = baton.status(attempt).pendingApprovals().getFirst();
    assertThat(question.expiresAt()).contains(question.requestedAt().plus(Duration.ofMinutes(10)));
    clock.advance(Duration.ofMinutes(11));

    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);

    assertThat(baton.messages(attempt, Role.ASSISTANT))
        .contains("denied: no answer within 10m", "over");
    assertThat(baton.log(attempt, LogChannel.NORMALIZED))
        .extracting(LogEntry::content)
        .anyMatch(text -> text.startsWith("Denied, no answer within 10m: "));
    var all = new ApprovalQuery(Optional.of(baton.projectId()), true, false);
    assertThat(baton.orchestrator().approvals().list(all))
        .singleElement()
        .satisfies(
            expired -> {
              assertThat(expired.status()).isEqualTo(ApprovalStatus.EXPIRED);
              assertThat(expired.reason()).contains("no answer within 10m");
            });
    assertThat(
            baton
                .orchestrator()
                .approvals()
                .list(new ApprovalQuery(Optional.empty(), false, false)))
        .isEmpty();
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .approvals()
                    .respond(
                        new ApprovalResponse(
                            question.id(), ApprovalDecision.APPROVE, Optional.empty())))
        .hasMessage(
            "Approval %s has expired: the agent was told that there was no answer within 10m"
                .formatted(question.id()));
  }

  @Test
  void limits_hold_although_the_clock_was_set_back() throws Exception {
    var baton = open(run(Duration.ofMinutes(5)));
    var early = baton.start("say early").attemptId();
    assertThat(baton.awaitEnd(early).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    clock.advance(Duration.ofMinutes(10));
    var seen = baton.start("sleep 2", "say done").attemptId();
    baton.awaitEnd(seen);
    clock.advance(Duration.ofHours(-5));
    var attempt = baton.start("hang").attemptId();
    clock.advance(Duration.ofMinutes(6));
    var ended = baton.awaitEnd(attempt).attempt();
    assertThat(ended.state().name()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(ended.state().failureSummary().orElseThrow()).contains("limits.run_time");
  }
}
