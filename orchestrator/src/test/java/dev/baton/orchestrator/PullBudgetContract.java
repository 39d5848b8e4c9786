package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.attempt;
import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.attempt.Need.UnstartedTask;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.BoardTaskChange;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A project that takes tasks by itself while money is short, whichever database is underneath. */
abstract class PullBudgetContract {
  @RegisterExtension final Databases databases;
  @TempDir private Path directory;
  private TestBaton baton;

  PullBudgetContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, databases.newAddress(), setup -> setup);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  /** A task that has cost so much. */
  private UUID worked(String title, String script) {
    var task = baton.task(title);
    var started = baton.orchestrator().attemptStarts().start(caller(), attempt(task, script));
    baton.awaitEnd(started.attemptId());
    return task;
  }

  private UUID attemptOf(UUID task) {
    return baton.orchestrator().attempts().list(task).getFirst().attemptId();
  }

  private void limit(UUID task, String dollars) {
    baton
        .orchestrator()
        .board()
        .changeTask(
            BoardTaskChange.of(task).withBudget(NewBudget.ofPerson(new BigDecimal(dollars))));
  }

  private void limitProject(String dollars) {
    change(Optional.empty(), Optional.of(NewBudget.ofPerson(new BigDecimal(dollars))));
  }

  private void pull() {
    change(Optional.of(new Pull(1, FAKE, Optional.empty(), List.of())), Optional.empty());
  }

  private void change(Optional<Pull> pull, Optional<NewBudget> budget) {
    baton
        .orchestrator()
        .autoStarts()
        .change(new PullChange(baton.projectId(), pull, Optional.empty(), budget));
  }

  private void awaitTaken(UUID task) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !baton.orchestrator().attempts().list(task).isEmpty());
    baton.awaitEnd(attemptOf(task));
  }

  private List<UUID> unpaid() {
    return baton.orchestrator().needsYou().listUnstarted(1000).stream()
        .filter(UnstartedTask::isUnpaid)
        .map(UnstartedTask::taskId)
        .toList();
  }

  @Test
  void a_message_that_waits_for_money_leaves_its_place_to_the_next_task() {
    var dear = worked("Dear", "cost 0.60");
    limit(dear, "0.50");
    baton.orchestrator().followUps().queue(caller(), to(attemptOf(dear), "say held"));
    assertThat(baton.status(attemptOf(dear)).waiting()).isPresent();
    var next = baton.task("say hello");

    pull();

    awaitTaken(next);
    assertThat(baton.status(attemptOf(dear)).waiting()).isPresent();
  }

  @Test
  void the_task_that_a_person_permits_is_taken_although_others_stand_before_it() {
    var spender = worked("Dear", "cost 0.60");
    var permitted = baton.task("say permitted");
    var first = baton.task("say first");
    limitProject("0.50");
    baton.orchestrator().followUps().queue(caller(), to(attemptOf(spender), "say held"));
    pull();
    assertThat(unpaid()).containsExactly(first);
    var before = baton.orchestrator().needsYou().count(1000);

    baton.orchestrator().costs().exceed(permitted);

    awaitTaken(permitted);
    assertThat(baton.orchestrator().attempts().list(first)).isEmpty();
    // why one more: what was permitted is finished and wants to be looked at
    assertThat(baton.orchestrator().needsYou().count(1000)).isEqualTo(before + 1);
    assertThat(unpaid()).containsExactly(first);
  }

  @Test
  void a_task_that_has_used_up_its_own_budget_is_not_taken_but_needs_somebody() {
    var dear = worked("say dear", "cost 0.60");
    limit(dear, "0.50");
    baton
        .orchestrator()
        .board()
        .changeTask(BoardTaskChange.of(dear).withStatus(BoardTaskStatus.TODO));
    pull();

    assertThat(baton.orchestrator().needsYou().listUnstarted(9))
        .singleElement()
        .satisfies(
            task -> {
              assertThat(task.taskId()).isEqualTo(dear);
              assertThat(task.executor()).isEqualTo(FAKE);
              assertThat(task.reason())
                  .isEqualTo("the budget of task #1 is used up: $0.60 of $0.50");
            });
  }

  @Test
  void all_that_wait_for_money_need_somebody_however_many() {
    worked("Dear", "cost 0.60");
    limitProject("0.50");
    for (int task = 0; task < 205; task++) {
      baton
          .orchestrator()
          .board()
          .createTask(
              caller(),
              new NewBoardTask(
                  baton.projectId(),
                  "say hello",
                  Optional.empty(),
                  List.of(),
                  Optional.empty(),
                  List.of(),
                  Optional.of(new AutoStart(FAKE, Optional.empty()))));
    }

    assertThat(unpaid()).hasSize(205);
    assertThat(baton.orchestrator().needsYou().count(1000)).isEqualTo(206);
  }
}
