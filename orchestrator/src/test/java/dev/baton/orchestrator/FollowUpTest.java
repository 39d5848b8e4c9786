package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.followup.FollowUp.TaskFollowUp;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.progress.Transcripts.MessageQuery;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages to agents that run, that are done, that failed or were stopped. */
@Tag("slow")
class FollowUpTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
  }

  @Test
  void a_message_to_an_agent_that_runs_is_refused_and_can_be_queued() {
    var attempt = baton.start("sleep 4", "say first").attemptId();

    assertThatThrownBy(
            () -> baton.orchestrator().followUps().send(caller(), to(attempt, "say now")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
              assertThat(failure.retryable()).isTrue();
              assertThat(failure.hint()).startsWith("Call follow_up with action queue");
            });

    var queued = baton.orchestrator().followUps().queue(caller(), to(attempt, "say second"));
    var again = baton.orchestrator().followUps().queue(caller(), to(attempt, "say third"));
    assertThat(queued.executionProcessId()).isEmpty();
    assertThat(again.queue())
        .extracting(FollowUpQueued.QueuedMessage::promptPreview)
        .containsExactly("say second", "say third");
    assertThat(baton.status(attempt).queueLength()).isEqualTo(2);

    baton.awaitEnd(attempt);
    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("first", "second", "third");
    assertThat(baton.status(attempt).queueLength()).isZero();
  }

  @Test
  void a_message_queued_for_an_idle_agent_starts_at_once() {
    var attempt = baton.start("say first").attemptId();
    baton.awaitEnd(attempt);

    var queued = baton.orchestrator().followUps().queue(caller(), to(attempt, "say second"));

    assertThat(queued.executionProcessId()).isPresent();
    assertThat(queued.queue()).isEmpty();
    baton.awaitEnd(attempt);
    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("first", "second");
  }

  @Test
  void a_message_to_an_earlier_session_goes_on_with_its_conversation() {
    var attempt = baton.start("say first").attemptId();
    var first = baton.awaitEnd(attempt).latestSessionId().orElseThrow();
    baton
        .orchestrator()
        .followUps()
        .send(
            caller(),
            new FollowUp(FollowUpTarget.attempt(attempt), "recall", Optional.of("NO_CONTEXT")));
    var second = baton.awaitEnd(attempt).latestSessionId().orElseThrow();

    var toFirst = new FollowUpTarget(Optional.empty(), Optional.of(first));
    var sent =
        baton
            .orchestrator()
            .followUps()
            .send(caller(), new FollowUp(toFirst, "recall", Optional.empty()));
    baton.awaitEnd(attempt);
    baton
        .orchestrator()
        .followUps()
        .queue(caller(), new FollowUp(toFirst, "recall", Optional.empty()));
    baton.awaitEnd(attempt);

    assertThat(second).isNotEqualTo(first);
    assertThat(sent.sessionId()).isEqualTo(first);
    assertThat(said(first)).containsExactly("first", "2", "3");
    assertThat(said(second)).containsExactly("1");
  }

  private List<String> said(UUID session) {
    return baton
        .orchestrator()
        .transcripts()
        .messages(
            new MessageQuery(
                new FollowUpTarget(Optional.empty(), Optional.of(session)),
                Tail.newest(PageLimit.items(50))),
            PageView.<SessionMessage>plain())
        .page()
        .items()
        .stream()
        .filter(message -> message.role() == Role.ASSISTANT)
        .map(SessionMessage::content)
        .toList();
  }

  @Test
  void a_failure_holds_the_queue_and_queueing_goes_on_from_its_head() {
    var attempt = baton.start("sleep 3", "exit 1").attemptId();
    baton.orchestrator().followUps().queue(caller(), to(attempt, "say second"));
    var failed = baton.awaitEnd(attempt);

    assertThat(failed.attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);
    assertThat(failed.isQueueHeld()).isTrue();
    assertThat(failed.queueLength()).isEqualTo(1);

    baton.orchestrator().followUps().queue(caller(), to(attempt, "say third"));
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("second", "third");
    assertThat(baton.status(attempt).isQueueHeld()).isFalse();
  }

  @Test
  void a_sent_message_goes_before_a_held_queue_which_then_goes_on() {
    var attempt = baton.start("sleep 3", "exit 1").attemptId();
    baton.orchestrator().followUps().queue(caller(), to(attempt, "say queued"));
    baton.awaitEnd(attempt);

    baton.orchestrator().followUps().send(caller(), to(attempt, "say sent"));
    baton.awaitEnd(attempt);

    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("sent", "queued");
  }

  @Test
  void a_stop_holds_the_queue_and_cancel_empties_it() {
    var attempt = baton.start("hang").attemptId();
    baton.orchestrator().followUps().queue(caller(), to(attempt, "say second"));
    baton.orchestrator().attempts().stop(attempt, false);

    assertThat(baton.status(attempt).isQueueHeld()).isTrue();
    var cancelled = baton.orchestrator().followUps().cancel(FollowUpTarget.attempt(attempt));
    assertThat(cancelled.cancelled()).isEqualTo(1);
    assertThat(baton.status(attempt).isQueueHeld()).isFalse();
    assertThat(baton.status(attempt).attempt().state().name()).isEqualTo(AttemptState.Name.FAILED);
  }

  @Test
  void the_same_key_sends_a_message_once() {
    var attempt = baton.start("say first").attemptId();
    baton.awaitEnd(attempt);

    var first = baton.orchestrator().followUps().send(caller("key"), to(attempt, "say second"));
    baton.awaitEnd(attempt);
    var second = baton.orchestrator().followUps().send(caller("key"), to(attempt, "say second"));

    assertThat(second).isEqualTo(first);
    assertThat(baton.messages(attempt, Role.ASSISTANT)).containsExactly("first", "second");
  }

  @Test
  void a_task_finds_its_latest_attempt() {
    var started = baton.start("say first");
    baton.awaitEnd(started.attemptId());

    var sent =
        baton
            .orchestrator()
            .followUps()
            .send(
                caller(),
                new TaskFollowUp(
                    started.taskId(),
                    "recall",
                    Optional.empty(),
                    ModelChoice.NONE,
                    List.of(),
                    List.of(),
                    false));

    assertThat(sent.attemptId()).isEqualTo(started.attemptId());
    baton.awaitEnd(started.attemptId());
    var bare = baton.task("Nothing tried");
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .followUps()
                    .send(
                        caller(),
                        new TaskFollowUp(
                            bare,
                            "go",
                            Optional.empty(),
                            ModelChoice.NONE,
                            List.of(),
                            List.of(),
                            false)))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.NOT_FOUND);
              assertThat(failure.hint())
                  .isEqualTo("Call start_task_attempt with this task_id first");
            });
  }

  @Test
  void without_context_a_new_session_begins() {
    var started = baton.start("say first");
    baton.awaitEnd(started.attemptId());

    var sent =
        baton
            .orchestrator()
            .followUps()
            .send(
                caller(),
                new FollowUp(
                    FollowUpTarget.attempt(started.attemptId()),
                    "recall",
                    Optional.of("NO_CONTEXT")));

    assertThat(sent.sessionId()).isNotEqualTo(started.sessionId().orElseThrow());
    baton.awaitEnd(started.attemptId());
    assertThat(baton.messages(started.attemptId(), Role.ASSISTANT).getLast()).contains("1");
  }

  @Test
  void a_lost_session_is_said_and_a_new_one_knows_what_was_said() throws Exception {
    var started = baton.start("say the secret word is fish");
    baton.awaitEnd(started.attemptId());
    try (var files = Files.walk(directory.resolve("conversations"))) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }

    baton.orchestrator().followUps().send(caller(), to(started.attemptId(), "recall"));
    assertThat(baton.awaitEnd(started.attemptId()).attempt().state().failureSummary().orElseThrow())
        .startsWith("session lost");
    assertThatThrownBy(
            () ->
                baton.orchestrator().followUps().send(caller(), to(started.attemptId(), "recall")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.SESSION_LOST);
              assertThat(failure.hint()).contains("NO_CONTEXT");
            });
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .merges()
                    .merge(
                        new MergeRequest(
                            started.attemptId(),
                            Optional.empty(),
                            MergeStrategy.SQUASH,
                            Optional.empty(),
                            false)))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure ->
                assertThat(failure.hint())
                    .startsWith("Call follow_up with action send, variant NO_CONTEXT and"));

    baton
        .orchestrator()
        .followUps()
        .send(
            caller(),
            new FollowUp(
                FollowUpTarget.attempt(started.attemptId()),
                "say on we go",
                Optional.of("NO_CONTEXT")));
    baton.awaitEnd(started.attemptId());
    assertThat(baton.messages(started.attemptId(), Role.ASSISTANT))
        .anyMatch(text -> text.contains("the secret word is fish"))
        .contains("on we go");
  }

  @Test
  void an_agent_that_asks_waits_for_the_answer_also_over_a_restart() {
    var task = baton.task("Ask");
    var attempt =
        baton
            .orchestrator()
            .attemptStarts()
            .start(
                caller(),
                new NewAttempt(
                    task,
                    TestBaton.FAKE,
                    Optional.of("APPROVALS"),
                    List.of(),
                    Optional.of("ask may I\nsay done")))
            .attemptId();
    var asked =
        baton
            .orchestrator()
            .attempts()
            .status(new StatusQuery(attempt, Duration.ofSeconds(20), Optional.empty()));
    assertThat(asked.needsInput()).isTrue();
    var approval = asked.pendingApprovals().getFirst();

    baton.restart();
    Awaitility.await().until(() -> !baton.orchestrator().approvals().listPending().isEmpty());
    baton
        .orchestrator()
        .approvals()
        .respond(
            new ApprovalResponse(approval.id(), ApprovalDecision.DENY, Optional.of("not today")));

    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.messages(attempt, Role.ASSISTANT))
        .containsExactly("denied: not today", "done");
    assertThat(baton.orchestrator().approvals().listPending()).isEmpty();
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .approvals()
                    .respond(
                        new ApprovalResponse(
                            approval.id(), ApprovalDecision.APPROVE, Optional.empty())))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(FailureCode.ALREADY_DONE));
  }

  @Test
  void a_target_must_be_one_and_must_exist() {
    assertThatThrownBy(() -> new FollowUpTarget(Optional.empty(), Optional.empty()))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(FailureCode.AMBIGUOUS_TARGET));
    assertThatThrownBy(
            () -> baton.orchestrator().followUps().send(caller(), to(new UUID(1, 1), "say hi")))
        .hasMessageStartingWith("There is no attempt");
  }
}
