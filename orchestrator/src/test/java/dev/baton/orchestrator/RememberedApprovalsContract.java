package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.progress.Approvals.ApprovalQuery;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Answers that hold for the rest of an attempt, whichever database is underneath. */
abstract class RememberedApprovalsContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;

  RememberedApprovalsContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory, databases.newAddress());
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private UUID start(String... script) {
    return baton
        .orchestrator()
        .attemptStarts()
        .start(
            caller(),
            new NewAttempt(
                baton.task("Ask"),
                FAKE,
                Optional.of("APPROVALS"),
                List.of(),
                Optional.of(String.join("\n", script))))
        .attemptId();
  }

  private void goOn(UUID attempt, String... script) {
    var sent = to(attempt, script);
    baton
        .orchestrator()
        .followUps()
        .send(caller(), new FollowUp(sent.target(), sent.promptText(), Optional.of("APPROVALS")));
  }

  private Approval question(UUID attempt) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> baton.status(attempt).pendingApprovals().stream().findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private void answer(Approval question, ApprovalDecision decision, boolean remember) {
    baton
        .orchestrator()
        .approvals()
        .respond(new ApprovalResponse(question.id(), decision, Optional.of("not today"), remember));
  }

  private List<Approval> remembered(UUID attempt) {
    return baton.orchestrator().approvals().listRemembered(attempt);
  }

  private long asked(UUID attempt) {
    var filter =
        new EventFilter(
            Optional.empty(),
            Optional.empty(),
            Optional.of(attempt),
            Set.of(EventName.ATTEMPT_NEEDS_INPUT));
    return baton.orchestrator().events().readAfter(filter, 0, 100).events().size();
  }

  private void assertCompleted(UUID attempt) {
    assertThat(baton.awaitEnd(attempt).attempt().state().name())
        .isEqualTo(AttemptState.Name.COMPLETED);
  }

  @Test
  void the_same_question_is_asked_once_in_all_turns_of_an_attempt_and_over_restarts() {
    var attempt = start("ask npm test", "say one", "ask npm test", "say two");
    answer(question(attempt), ApprovalDecision.APPROVE, true);
    assertCompleted(attempt);
    goOn(attempt, "ask npm test", "say three");
    assertCompleted(attempt);
    baton.restart();
    goOn(attempt, "sleep 1", "ask npm test", "say four");
    baton.restart();
    assertCompleted(attempt);

    assertThat(baton.messages(attempt, Role.ASSISTANT))
        .containsExactly("one", "two", "three", "four");
    assertThat(asked(attempt)).isEqualTo(1);
    assertThat(baton.log(attempt, LogChannel.NORMALIZED))
        .extracting(LogEntry::content)
        .filteredOn(content -> content.startsWith("Approved as remembered: ask. "))
        .hasSize(3);
    assertThat(remembered(attempt)).hasSize(1);
  }

  @Test
  void another_input_and_another_attempt_are_asked_for() {
    var first = start("ask npm test", "say one", "ask npm install", "say two");
    answer(question(first), ApprovalDecision.APPROVE, true);
    await().atMost(Duration.ofSeconds(60)).until(() -> asked(first) == 2);
    assertThat(question(first).summary()).contains("npm install");
    answer(question(first), ApprovalDecision.APPROVE, false);
    assertCompleted(first);

    var second = start("ask npm test", "say one");
    answer(question(second), ApprovalDecision.APPROVE, false);
    assertCompleted(second);
    goOn(second, "ask npm test");
    answer(question(second), ApprovalDecision.APPROVE, false);
    assertCompleted(second);
    assertThat(asked(second)).isEqualTo(2);
    assertThat(remembered(second)).isEmpty();
  }

  @Test
  void a_denial_is_remembered_with_its_reason() {
    var attempt = start("ask rm", "ask rm", "say over");
    answer(question(attempt), ApprovalDecision.DENY, true);
    assertCompleted(attempt);

    assertThat(baton.messages(attempt, Role.ASSISTANT))
        .containsExactly("denied: not today", "denied: not today", "over");
    assertThat(asked(attempt)).isEqualTo(1);
  }

  @Test
  void what_is_forgotten_is_asked_again() {
    var attempt = start("ask npm test", "say one");
    var question = question(attempt);
    answer(question, ApprovalDecision.APPROVE, true);
    assertCompleted(attempt);
    var approvals = baton.orchestrator().approvals();
    assertThat(approvals.list(new ApprovalQuery(Optional.empty(), false, false))).isEmpty();
    assertThat(approvals.list(new ApprovalQuery(Optional.of(baton.projectId()), false, true)))
        .extracting(Approval::id)
        .containsExactly(question.id());

    assertThat(approvals.forget(question.id()).isRemembered()).isFalse();

    assertThat(remembered(attempt)).isEmpty();
    assertThat(TestBaton.told(() -> approvals.forget(question.id())))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.ALREADY_DONE);
              assertThat(failure)
                  .hasMessage(
                      "The answer to approval %s is not remembered".formatted(question.id()));
            });
    assertThat(TestBaton.told(() -> approvals.forget(UUID.randomUUID())))
        .hasMessageStartingWith("There is no approval ");
    goOn(attempt, "ask npm test", "say two");
    answer(question(attempt), ApprovalDecision.APPROVE, false);
    assertCompleted(attempt);
    assertThat(asked(attempt)).isEqualTo(2);
  }
}
