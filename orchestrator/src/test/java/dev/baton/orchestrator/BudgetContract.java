package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.attempt;
import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.followup.FollowUps;
import dev.baton.orchestrator.notice.EventWords;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What may be spent, whichever database is underneath. */
abstract class BudgetContract {
  @RegisterExtension final Databases databases;
  @TempDir private Path directory;
  private TestBaton baton;

  BudgetContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    baton =
        TestBaton.in(
            directory,
            databases.newAddress(),
            setup -> setup.withRules(setup.rules().withBudgetPerDay(new BigDecimal("100"))));
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private UUID ended(UUID task, String... script) {
    var started = baton.orchestrator().attemptStarts().start(caller(), attempt(task, script));
    baton.awaitEnd(started.attemptId());
    return started.attemptId();
  }

  private void limit(UUID task, String dollars) {
    set(task, NewBudget.ofPerson(new BigDecimal(dollars)));
  }

  private void set(UUID task, NewBudget budget) {
    baton.orchestrator().board().changeTask(BoardTaskChange.of(task).withBudget(budget));
  }

  private void limitProject(String dollars) {
    setOfProject(NewBudget.ofPerson(new BigDecimal(dollars)));
  }

  private void setOfProject(NewBudget budget) {
    baton
        .orchestrator()
        .autoStarts()
        .change(
            new PullChange(
                baton.projectId(), Optional.empty(), Optional.empty(), Optional.of(budget)));
  }

  private static ToolFailure refusal(Runnable call) {
    return catchThrowableOfType(ToolFailure.class, call::run);
  }

  private List<BoardEvent> warnings() {
    return baton
        .orchestrator()
        .events()
        .readNewest(
            new EventFilter(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(EventName.BUDGET_WARNING)),
            100)
        .events();
  }

  private FollowUps followUps() {
    return baton.orchestrator().followUps();
  }

  @Test
  void a_task_warns_once_near_its_budget_and_then_begins_no_turn_of_any_kind() {
    var task = baton.task("Dear");
    limit(task, "1.00");
    var attempt = ended(task, "cost 0.85");

    assertThat(warnings())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.taskId()).contains(task);
              assertThat(event.data().path("exceeded").asBoolean()).isFalse();
              assertThat(event.data().path("of").asString()).isEqualTo("task");
            });
    assertThat(baton.status(attempt).budget().map(Budget::level)).contains(Budget.Level.WARNING);

    followUps().send(caller(), to(attempt, "cost 1.05"));
    baton.awaitEnd(attempt);
    assertThat(warnings()).hasSize(2);
    assertThat(warnings().getLast().data().path("exceeded").asBoolean()).isTrue();

    for (Runnable call :
        List.<Runnable>of(
            () -> ended(task, "say no"),
            () -> followUps().send(caller(), to(attempt, "say no")),
            () ->
                baton
                    .orchestrator()
                    .turns()
                    .retry(new RetryRequest(attempt, 0, Optional.empty(), Optional.empty())))) {
      var refusal = refusal(call);
      assertThat(refusal.code().wireName()).isEqualTo("budget_exceeded");
      assertThat(refusal)
          .hasMessage("No new turn begins: the budget of task #1 is used up: $1.05 of $1.00");
      assertThat(refusal.hint())
          .contains("'baton task update' with budget", "baton budget exceed " + task);
      assertThat(refusal.details().get("of")).isEqualTo("task");
      assertThat(refusal.details().get("of_id")).isEqualTo(task);
      assertThat(refusal.details().get("budget_usd")).isEqualTo(new BigDecimal("1.00"));
      assertThat(refusal.details().get("spent_usd")).isEqualTo(new BigDecimal("1.05"));
    }
    assertThat(baton.orchestrator().attempts().list(task)).hasSize(1);
    assertThat(warnings()).hasSize(2);
    ended(baton.task("Another"), "say hello");
  }

  @Test
  void a_queue_that_the_budget_holds_goes_on_by_itself_when_it_is_raised_also_after_a_restart() {
    var task = baton.task("Dear");
    limit(task, "0.50");
    var attempt =
        baton
            .orchestrator()
            .attemptStarts()
            .start(caller(), attempt(task, "sleep 1", "cost 0.60"))
            .attemptId();
    followUps().queue(caller(), to(attempt, "say second"));

    baton.awaitEnd(attempt);
    var held = baton.status(attempt);
    assertThat(held.queueLength()).isEqualTo(1);
    assertThat(held.waiting().orElseThrow().reason())
        .isEqualTo("the budget of task #1 is used up: $0.60 of $0.50");

    baton.restart();
    assertThat(baton.status(attempt).waiting()).isPresent();
    limit(task, "5");

    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> baton.status(attempt).queueLength() == 0);
    baton.awaitEnd(attempt);
    assertThat(baton.orchestrator().attempts().processes(attempt)).hasSize(2);
  }

  @Test
  void a_person_may_allow_one_turn_more_and_only_one() {
    var task = baton.task("Dear");
    limit(task, "0.50");
    var attempt = ended(task, "cost 0.60");

    baton.orchestrator().costs().exceed(task);
    followUps().send(caller(), to(attempt, "cost 0.70"));
    baton.awaitEnd(attempt);
    assertThat(refusal(() -> followUps().send(caller(), to(attempt, "say no")))).isNotNull();

    followUps().queue(caller(), to(attempt, "say later"));
    assertThat(baton.status(attempt).waiting()).isPresent();
    baton.orchestrator().costs().exceed(task);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> baton.status(attempt).queueLength() == 0);
    baton.awaitEnd(attempt);

    var forced =
        baton
            .orchestrator()
            .attemptStarts()
            .start(
                caller(),
                new NewAttempt(
                    task,
                    FAKE,
                    Optional.empty(),
                    List.of(),
                    Optional.of("say forced"),
                    false,
                    ModelChoice.NONE,
                    Optional.empty(),
                    true));
    baton.awaitEnd(forced.attemptId());
    assertThat(refusal(() -> ended(task, "say no"))).isNotNull();
  }

  @Test
  void what_is_forced_though_nothing_is_used_up_leaves_no_permit_behind() {
    var task = baton.task("Cheap");
    limit(task, "0.50");
    baton.orchestrator().costs().exceed(task);
    ended(task, "cost 0.60");

    assertThat(refusal(() -> ended(task, "say no"))).isNotNull();
  }

  @Test
  void a_permit_is_used_up_by_the_next_turn_also_where_there_is_money_again() {
    var task = baton.task("Dear");
    var attempt = ended(task, "cost 0.60");
    limit(task, "0.50");
    baton.orchestrator().costs().exceed(task);
    limit(task, "0");
    followUps().send(caller(), to(attempt, "say next"));
    baton.awaitEnd(attempt);

    limit(task, "0.50");

    assertThat(refusal(() -> followUps().send(caller(), to(attempt, "say no")))).isNotNull();
  }

  @Test
  void none_of_many_starts_at_once_slips_past() throws Exception {
    var task = baton.task("Dear");
    limit(task, "0.50");
    ended(task, "cost 0.60");
    var go = new CountDownLatch(1);
    var calls = new ArrayList<Future<ToolFailure>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int call = 0; call < 12; call++) {
        calls.add(
            threads.submit(
                () -> {
                  go.await();
                  return refusal(() -> ended(task, "say no"));
                }));
      }
      go.countDown();
      for (var call : calls) {
        assertThat(call.get().code().wireName()).isEqualTo("budget_exceeded");
      }
    }
    assertThat(baton.orchestrator().attempts().list(task)).hasSize(1);
  }

  @Test
  void a_project_and_a_day_have_budgets_over_all_their_tasks() {
    limitProject("1");
    ended(baton.task("One"), "cost 0.70");
    ended(baton.task("Two"), "cost 0.40");

    assertThat(refusal(() -> ended(baton.task("Three"), "say no")))
        .hasMessage("No new turn begins: the budget of project 'Test' is used up: $1.10 of $1.00");
    assertThat(
            baton.orchestrator().cards().activity(baton.projectId()).budgets().getFirst().words())
        .isEqualTo("the budget of project 'Test' is used up: $1.10 of $1.00");
    limitProject("0");
    ended(baton.task("Four"), "cost 99");
    var refused = refusal(() -> ended(baton.task("Five"), "say no"));
    assertThat(refused)
        .hasMessage("No new turn begins: the budget of the day is used up: $100.10 of $100.00");
    assertThat(refused.hint()).contains("budget.day in config.yaml");
    assertThat(refused.details().get("of")).isEqualTo("day");
  }

  @Test
  void pull_waits_for_money_and_takes_what_has_some() {
    var spent = baton.task("cost 0.10");
    limit(spent, "0.50");
    ended(spent, "cost 0.60");
    baton
        .orchestrator()
        .board()
        .changeTask(BoardTaskChange.of(spent).withStatus(BoardTaskStatus.TODO));
    limitProject("0.60");
    var next = baton.task("cost 0.20");
    baton
        .orchestrator()
        .autoStarts()
        .change(
            new PullChange(
                baton.projectId(),
                Optional.of(new Pull(1, FAKE, Optional.empty(), List.of())),
                Optional.empty()));

    Awaitility.await()
        .during(Duration.ofMillis(1500))
        .atMost(Duration.ofSeconds(10))
        .until(() -> baton.orchestrator().attempts().list(next).isEmpty());
    limitProject("10");

    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !baton.orchestrator().attempts().list(next).isEmpty());
    baton.awaitEnd(baton.orchestrator().attempts().list(next).getFirst().attemptId());
    assertThat(baton.orchestrator().attempts().list(spent)).hasSize(1);
  }

  @Test
  void models_set_and_lower_a_budget_and_only_people_raise_or_remove_it() {
    var task = baton.task("Dear");
    byModel(task, "5");
    byModel(task, "5.00");
    byModel(task, "2");
    for (var more : List.of("2.01", "1000000", "0")) {
      var refused = refusal(() -> byModel(task, more));
      assertThat(refused)
          .hasMessage("The budget of task #1 is $2.00, and only a person may raise or remove it");
      assertThat(refused.hint()).contains("Ask the user", "baton task update " + task);
      assertThat(refused.code()).isEqualTo(FailureCode.INVALID_ARGUMENT);
    }
    assertThat(baton.orchestrator().costs().budgets(task).getFirst().limit())
        .isEqualByComparingTo("2");
    limit(task, "3");
    limit(task, "0");
    byModel(task, "7");

    limitProject("5");
    assertThat(refusal(() -> projectByModel("6")))
        .hasMessage(
            "The budget of project 'Test' is $5.00, and only a person may raise or remove it");
    projectByModel("4");
    assertThat(baton.orchestrator().costs().budgetOfProject(baton.projectId()))
        .get()
        .satisfies(budget -> assertThat(budget.limit()).isEqualByComparingTo("4"));
  }

  private void byModel(UUID task, String dollars) {
    set(task, new NewBudget(new BigDecimal(dollars), false));
  }

  private void projectByModel(String dollars) {
    setOfProject(new NewBudget(new BigDecimal(dollars), false));
  }

  @Test
  void a_warning_says_whether_all_agents_told_what_they_cost() {
    var task = baton.task("Dear");
    limit(task, "1.00");
    ended(task, "say nothing of money");
    ended(task, "cost 1.21");

    assertThat(warnings().getFirst().data().path("known").asBoolean(true)).isFalse();
    assertThat(EventWords.of(warnings().getFirst(), name -> name))
        .isEqualTo("At least $1.21 of $1.00 spent, the budget of the task; no new turn begins");
    var known = baton.task("Known");
    limit(known, "1.00");
    ended(known, "cost 1.21");
    assertThat(warnings().getLast().data().path("known").asBoolean()).isTrue();
    assertThat(EventWords.of(warnings().getLast(), name -> name)).startsWith("$1.21 of $1.00");
  }
}
