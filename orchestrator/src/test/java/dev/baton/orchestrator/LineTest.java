package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.attempt.AttemptRules.PerProject;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneTasks;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.planning.Projects.NewProject;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attempts that wait because as many run as may. */
@Tag("slow")
class LineTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, TestBaton.atMost(1));
  }

  @ParameterizedTest
  @EnumSource(names = {"DONE", "CANCELLED"})
  void who_waits_in_line_for_a_task_that_is_over_by_now_does_not_begin(BoardTaskStatus over) {
    var first = baton.start("hang");
    var second = baton.start("say second");
    var third = baton.start("say third");

    move(second.taskId(), over);

    assertThat(baton.status(second.attemptId()).waiting()).isEmpty();
    assertThat(baton.status(third.attemptId()).waiting().orElseThrow().position()).isEqualTo(1);
    baton.orchestrator().attempts().stop(first.attemptId(), true);
    baton.awaitEnd(third.attemptId());
    assertThat(baton.status(second.attemptId()).attempt().state())
        .isEqualTo(new AttemptState.NotBegun());
    assertThat(baton.orchestrator().board().loadTask(second.taskId()).task().status())
        .isEqualTo(over);
    var again =
        baton
            .orchestrator()
            .attemptStarts()
            .start(caller(), TestBaton.attempt(second.taskId(), "say again"));
    assertThat(baton.awaitEnd(again.attemptId()).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void messages_wait_when_their_task_is_archived_with_all_that_are_done() {
    var running = baton.start("sleep 4", "say first");
    move(running.taskId(), BoardTaskStatus.DONE);
    baton.orchestrator().followUps().queue(caller(), to(running.attemptId(), "say no more"));
    assertThat(baton.status(running.attemptId()).isQueueHeld()).isFalse();

    var later = Instant.now().plusSeconds(60);
    var count =
        baton
            .orchestrator()
            .board()
            .archiveDone(new DoneTasks(later, Optional.of(baton.projectId())));

    assertThat(count).isOne();
    baton.awaitEnd(running.attemptId());
    assertThat(baton.status(running.attemptId()).isQueueHeld()).isTrue();
    assertThat(baton.status(running.attemptId()).queueLength()).isOne();
  }

  @Test
  void messages_wait_when_their_task_is_over_by_now() {
    var ended = baton.start("say first");
    baton.awaitEnd(ended.attemptId());
    var running = baton.start("sleep 4", "say first");
    for (var attempt : List.of(ended, running)) {
      baton.orchestrator().followUps().queue(caller(), to(attempt.attemptId(), "say no more"));
      move(attempt.taskId(), BoardTaskStatus.CANCELLED);
    }

    baton.awaitEnd(running.attemptId());
    for (var attempt : List.of(ended, running)) {
      var status = baton.status(attempt.attemptId());
      assertThat(status.queueLength()).isOne();
      assertThat(status.isQueueHeld()).isTrue();
      assertThat(status.waiting()).isEmpty();
      assertThat(baton.orchestrator().board().loadTask(attempt.taskId()).task().status())
          .isEqualTo(BoardTaskStatus.CANCELLED);
    }
  }

  private void move(UUID task, BoardTaskStatus status) {
    baton.orchestrator().board().changeTask(BoardTaskChange.of(task).withStatus(status));
  }

  @Test
  void who_comes_later_waits_visibly() {
    var first = baton.start("hang");
    var second = baton.start("say second");
    var third = baton.start("say third");

    assertThat(first.waiting()).isEmpty();
    assertThat(second.state()).isEqualTo(AttemptState.Name.IDLE);
    assertThat(second.waiting()).contains(new Waiting(1, "1 of 1 attempts run on this server"));
    assertThat(second.sessionId()).isEmpty();
    assertThat(second.executionProcessId()).isEmpty();
    assertThat(third.waiting().orElseThrow().position()).isEqualTo(2);
    assertThat(baton.status(third.attemptId()).queueLength()).isZero();
    assertThatThrownBy(
            () ->
                baton.orchestrator().followUps().send(caller(), to(third.attemptId(), "say more")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.NO_SESSION);
              assertThat(failure.hint()).startsWith("Call get_attempt_status");
              assertThat(failure.retryable()).isTrue();
            });

    baton.orchestrator().attempts().stop(first.attemptId(), true);
    assertThat(baton.awaitEnd(second.attemptId()).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.awaitEnd(third.attemptId()).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void a_project_at_its_own_limit_waits_and_others_pass_it() throws Exception {
    baton.close();
    var elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
    var limits = new AttemptLimits(4, new PerProject<>(4, Map.of("Test", 1)));
    baton = TestBaton.in(elsewhere, setup -> setup.withLimits(limits));
    var other =
        baton
            .orchestrator()
            .projects()
            .create(
                new NewProject(
                    "Other", List.of(new NewRepo(baton.repository(), Optional.empty(), true))))
            .project()
            .id();
    var first = baton.start("hang");
    var second = baton.start("say second");
    assertThat(second.waiting()).contains(new Waiting(1, "1 of 1 attempts run in this project"));

    var task =
        baton
            .orchestrator()
            .board()
            .createTask(caller(), new NewBoardTask(other, "Pass", Optional.empty()))
            .task()
            .id();
    var third =
        baton.orchestrator().attemptStarts().start(caller(), TestBaton.attempt(task, "say third"));
    assertThat(third.waiting()).isEmpty();
    assertThat(baton.awaitEnd(third.attemptId()).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.status(second.attemptId()).waiting()).isPresent();

    baton.orchestrator().attempts().stop(first.attemptId(), true);
    assertThat(baton.awaitEnd(second.attemptId()).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void ten_in_line_start_in_order_also_after_a_restart() {
    var first = baton.start("hang");
    var waiting = new ArrayList<UUID>();
    for (int number = 0; number < 10; number++) {
      waiting.add(baton.start("say number " + number).attemptId());
    }
    baton.restart();
    baton.orchestrator().attempts().stop(first.attemptId(), true);
    waiting.forEach(baton::awaitEnd);

    assertThat(waiting)
        .isSortedAccordingTo(
            Comparator.comparing(id -> baton.status(id).latestProcess().orElseThrow().startedAt()));
  }

  @Test
  void a_stopped_attempt_leaves_the_line() {
    var first = baton.start("hang");
    var second = baton.start("say second");

    var stopped = baton.orchestrator().attempts().stop(second.attemptId(), false);
    assertThat(stopped.state()).isEqualTo(AttemptState.Name.IDLE);
    assertThat(stopped.stopped()).isZero();
    assertThat(baton.status(second.attemptId()).waiting()).isEmpty();
    assertThatThrownBy(
            () ->
                baton.orchestrator().followUps().send(caller(), to(second.attemptId(), "say more")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure)
                  .hasMessage(
                      "Attempt %s was stopped while it waited in line, and never began"
                          .formatted(second.attemptId()));
              assertThat(failure.hint()).startsWith("Call start_task_attempt with task_id ");
              assertThat(failure.retryable()).isFalse();
            });

    baton.orchestrator().attempts().stop(first.attemptId(), true);
    assertThat(baton.status(second.attemptId()).attempt().state().name())
        .isEqualTo(AttemptState.Name.IDLE);
  }

  @Test
  void a_message_to_a_server_that_drains_is_refused_with_that_reason() {
    var first = baton.start("say first");
    baton.awaitEnd(first.attemptId());
    var nodes = baton.orchestrator().nodes();
    nodes.drain(nodes.list().getFirst().name(), Duration.ofSeconds(20));

    assertThatThrownBy(
            () ->
                baton.orchestrator().followUps().send(caller(), to(first.attemptId(), "say more")))
        .hasMessage("No turn can begin now: this server is draining");
  }

  @Test
  void a_server_that_drains_begins_no_queued_message_before_it_resumes() {
    var running = baton.start("sleep 4", "say first").attemptId();
    baton.orchestrator().followUps().queue(caller(), to(running, "say second"));
    baton.orchestrator().followUps().queue(caller(), to(running, "say third"));
    var nodes = baton.orchestrator().nodes();
    var self = nodes.list().getFirst().name();

    var drained = nodes.drain(self, Duration.ofSeconds(20));

    assertThat(drained.running()).isZero();
    assertThat(baton.messages(running, Role.ASSISTANT)).containsExactly("first");
    assertThat(baton.status(running).waiting()).contains(new Waiting(1, "this server is draining"));
    nodes.resume(self);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(baton.messages(running, Role.ASSISTANT))
                    .containsExactly("first", "second", "third"));
    baton.awaitEnd(running);
  }

  @Test
  void a_message_for_which_there_is_no_room_can_be_queued_and_waits_in_line() {
    var first = baton.start("say first");
    baton.awaitEnd(first.attemptId());
    var second = baton.start("hang");

    assertThatThrownBy(
            () ->
                baton.orchestrator().followUps().send(caller(), to(first.attemptId(), "say more")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
              assertThat(failure)
                  .hasMessage("No turn can begin now: 1 of 1 attempts run on this server");
            });
    baton.orchestrator().followUps().queue(caller(), to(first.attemptId(), "say more"));
    assertThat(baton.status(first.attemptId()).waiting()).isPresent();

    baton.orchestrator().attempts().stop(second.attemptId(), true);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                baton.messages(first.attemptId(), Role.ASSISTANT).equals(List.of("first", "more")));
    baton.awaitEnd(first.attemptId());
  }

  @Test
  void what_a_person_forces_past_a_budget_begins_and_no_message_that_waits_longer() {
    var task = baton.task("Dear");
    var first = start(task, "cost 0.60", false);
    baton.awaitEnd(first);
    limit(task);
    var other = baton.start("hang").attemptId();
    baton.orchestrator().followUps().queue(caller(), to(first, "say queued"));

    var forced = start(task, "say forced", true);
    assertThat(baton.status(forced).waiting())
        .contains(new Waiting(2, "1 of 1 attempts run on this server"));
    assertThat(baton.status(first).waiting().orElseThrow().reason())
        .isEqualTo("the budget of task #1 is used up: $0.60 of $0.50");
    baton.orchestrator().attempts().stop(other, true);
    assertThat(baton.awaitEnd(forced).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.status(first).queueLength()).isOne();

    baton.orchestrator().costs().exceed(task);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> baton.messages(first, Role.ASSISTANT).contains("queued"));
    baton.awaitEnd(first);
  }

  @Test
  void a_permit_is_for_what_is_asked_for_next_and_not_for_what_is_asked_for_after_it() {
    var task = baton.task("Dear");
    var first = start(task, "cost 0.60", false);
    baton.awaitEnd(first);
    limit(task);
    var other = baton.start("hang").attemptId();

    baton.orchestrator().costs().exceed(task);
    var permitted = start(task, "say permitted", false);
    baton.orchestrator().followUps().queue(caller(), to(first, "say queued"));
    assertThatThrownBy(() -> start(task, "say no", false))
        .hasMessageStartingWith("No new turn begins");
    baton.restart();
    baton.orchestrator().attempts().stop(other, true);

    assertThat(baton.awaitEnd(permitted).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
    assertThat(baton.status(first).queueLength()).isOne();
    assertThat(baton.status(first).waiting().orElseThrow().reason()).contains("is used up");
  }

  private UUID start(UUID task, String script, boolean isForced) {
    return baton
        .orchestrator()
        .attemptStarts()
        .start(
            caller(),
            new NewAttempt(
                task,
                TestBaton.FAKE,
                Optional.empty(),
                List.of(),
                Optional.of(script),
                false,
                ModelChoice.NONE,
                Optional.empty(),
                isForced))
        .attemptId();
  }

  private void limit(UUID task) {
    baton
        .orchestrator()
        .board()
        .changeTask(
            BoardTaskChange.of(task).withBudget(NewBudget.ofPerson(new BigDecimal("0.50"))));
  }
}
