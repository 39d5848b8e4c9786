package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.planning.BoardTaskChange;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which sums a budget can be. */
class BudgetAmountsTest {
  @TempDir private Path directory;
  private TestBaton baton;

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private void limit(UUID task, String dollars) {
    baton
        .orchestrator()
        .board()
        .changeTask(
            BoardTaskChange.of(task).withBudget(NewBudget.ofPerson(new BigDecimal(dollars))));
  }

  private static ToolFailure refusal(Runnable call) {
    return catchThrowableOfType(ToolFailure.class, call::run);
  }

  @Test
  void bad_budgets_change_nothing() {
    var task = baton.task("Dear");
    limit(task, "2");

    assertThat(refusal(() -> limit(task, "-1")))
        .hasMessage("budget is -1, but it must be between 0 and 1000000000 US dollars");
    assertThat(refusal(() -> limit(task, "1e999999999")))
        .hasMessage("budget is 1E+999999999, but it must be between 0 and 1000000000 US dollars");
    assertThat(refusal(() -> baton.orchestrator().costs().exceed(UUID.randomUUID())).code())
        .isEqualTo(FailureCode.NOT_FOUND);
    assertThat(baton.orchestrator().costs().budgets(task).getFirst().limit())
        .isEqualByComparingTo("2");
    limit(task, "0");
    assertThat(baton.orchestrator().costs().budgets(task))
        .extracting(Budget::of)
        .doesNotContain(Budget.Of.TASK);
  }

  @Test
  void a_budget_below_what_can_be_stored_is_refused() {
    assertThatThrownBy(() -> NewBudget.ofPerson(new BigDecimal("1e-10")))
        .hasMessage("budget is 1E-10, but the least that can be set is 0.000000001 US dollars");
    assertThatThrownBy(() -> NewBudget.ofPerson(new BigDecimal("1e-999999999")))
        .hasMessageContaining("but the least that can be set is");
    var task = baton.task("Cheap");
    limit(task, "0.000000001");
    assertThat(baton.orchestrator().costs().budgets(task).getFirst().limit())
        .isEqualByComparingTo("0.000000001");
  }
}
