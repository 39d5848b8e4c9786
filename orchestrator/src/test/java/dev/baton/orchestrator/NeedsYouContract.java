package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.attempt;
import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.LineCounts;
import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.Matter;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What waits for a person, whichever database is underneath. */
abstract class NeedsYouContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;

  NeedsYouContract(Dialect dialect) {
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

  private List<Need> needs() {
    return baton.orchestrator().needsYou().list(100);
  }

  private UUID finished(String title, String... script) {
    var task = baton.task(title);
    var started = baton.orchestrator().attemptStarts().start(caller(), attempt(task, script));
    baton.awaitEnd(started.attemptId());
    return task;
  }

  private Matter.Question asked(String title) {
    baton
        .orchestrator()
        .attemptStarts()
        .start(
            caller(),
            new NewAttempt(
                baton.task(title),
                FAKE,
                Optional.of("APPROVALS"),
                List.of(),
                Optional.of("ask npm test\nsay thanks")));
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                needs().stream()
                    .map(Need::matter)
                    .filter(Matter.Question.class::isInstance)
                    .map(Matter.Question.class::cast)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private void move(UUID task, BoardTaskStatus status) {
    baton.orchestrator().board().changeTask(BoardTaskChange.of(task).withStatus(status));
  }

  @Test
  void questions_failures_and_finished_work_of_all_projects_stand_in_the_order_of_their_wait() {
    finished("Broken", "say no", "exit 3");
    finished("Ready", "write b.txt hello");
    var question = asked("Asks");

    assertThat(needs())
        .extracting(Need::title, need -> need.matter().getClass(), Need::project, Need::executor)
        .containsExactly(
            tuple("Broken", Matter.Failure.class, "Test", FAKE),
            tuple("Ready", Matter.Finished.class, "Test", FAKE),
            tuple("Asks", Matter.Question.class, "Test", FAKE));
    assertThat(needs()).isSortedAccordingTo((a, b) -> a.since().compareTo(b.since()));
    assertThat(question.summary()).contains("npm test");
    assertThat(baton.orchestrator().needsYou().count(100)).isEqualTo(3);
    assertThat(baton.orchestrator().needsYou().count(2)).isEqualTo(2);
    assertThat(baton.orchestrator().needsYou().list(1))
        .extracting(Need::title)
        .containsExactly("Broken");

    baton
        .orchestrator()
        .approvals()
        .respond(
            new ApprovalResponse(
                question.approvalId(), ApprovalDecision.APPROVE, Optional.empty()));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              assertThat(needs().getLast().title()).isEqualTo("Asks");
              assertThat(needs().getLast().matter()).isInstanceOf(Matter.Finished.class);
            });
  }

  @Test
  void what_nobody_wants_any_more_needs_nobody() {
    move(finished("Given up", "exit 3"), BoardTaskStatus.CANCELLED);
    move(finished("Merged", "say done"), BoardTaskStatus.DONE);
    baton.orchestrator().board().archiveTask(finished("Out of sight", "exit 3"), true);

    assertThat(needs()).isEmpty();
    assertThat(baton.orchestrator().needsYou().count(100)).isZero();
  }

  @Test
  void what_somebody_stopped_is_told_as_that_until_it_goes_on() {
    var task = baton.task("Stopped");
    var attempt =
        baton.orchestrator().attemptStarts().start(caller(), attempt(task, "hang")).attemptId();

    baton.orchestrator().attempts().stop(attempt, true, new TaskOwner("ana"));

    assertThat(needs()).extracting(Need::matter).containsExactly(new Matter.StoppedTurn("ana"));
    assertThat(baton.status(attempt).attempt().state().stoppedBy()).contains("ana");
    assertThat(baton.status(attempt).attempt().state().failureSummary())
        .hasValueSatisfying(summary -> assertThat(summary).startsWith("stopped, "));

    baton.orchestrator().followUps().send(caller(), to(attempt, "exit 3"));
    baton.awaitEnd(attempt);
    assertThat(needs())
        .singleElement()
        .satisfies(need -> assertThat(need.matter()).isInstanceOf(Matter.Failure.class));
  }

  @Test
  void only_the_newest_attempt_at_a_task_counts() {
    var task = finished("Twice", "exit 3");
    var again =
        baton.orchestrator().attemptStarts().start(caller(), attempt(task, "say better now"));
    baton.awaitEnd(again.attemptId());

    assertThat(needs())
        .singleElement()
        .satisfies(
            need -> {
              assertThat(need.attemptId()).isEqualTo(again.attemptId());
              assertThat(need.matter()).isInstanceOf(Matter.Finished.class);
            });
  }

  @Test
  void finished_work_and_its_card_say_how_many_lines_were_changed_when_the_turn_ended() {
    var task = finished("Counted", "write b.txt something else");
    assertThat(lines(task)).contains(new LineCounts(1, 0));
    assertThat(needs())
        .extracting(Need::matter)
        .containsExactly(
            new Matter.Finished(
                Optional.of(new LineCounts(1, 0)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false));

    var attempt = needs().getFirst().attemptId();
    baton
        .orchestrator()
        .followUps()
        .send(caller(), TestBaton.to(attempt, "delete README.md", "exit 3"));
    assertThat(baton.awaitEnd(attempt).attempt().lines()).contains(new LineCounts(1, 1));
    assertThat(lines(task)).contains(new LineCounts(1, 1));
  }

  private Optional<LineCounts> lines(UUID task) {
    return baton.orchestrator().cards().load(task).attempt().flatMap(Attempt::lines);
  }
}
