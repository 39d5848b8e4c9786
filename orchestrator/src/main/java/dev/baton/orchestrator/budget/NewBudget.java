package dev.baton.orchestrator.budget;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.Dollars;
import dev.baton.orchestrator.store.CostTable;
import dev.baton.orchestrator.store.Tables;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/**
 * A budget that somebody sets. A budget that models could lift would protect nobody: they may set
 * one where there is none, or a lower one, and only people may raise or remove it.
 *
 * @param dollars 0 removes the budget
 * @param isPersons whether a person sets it
 * @param seen the dollars that were read there, to be refused if it is another sum now; empty text
 *     if there was no budget
 */
public record NewBudget(BigDecimal dollars, boolean isPersons, Optional<String> seen) {
  private static final BigDecimal HIGHEST = new BigDecimal(1_000_000_000);

  /** The highest, as it is stored. */
  public static final long MOST_NANOS = Dollars.toNanos(HIGHEST);

  public NewBudget {
    if (dollars.signum() < 0 || dollars.compareTo(HIGHEST) > 0) {
      throw ToolFailure.invalid(
          "/budget",
          "budget is %s, but it must be between 0 and %s US dollars"
              // why not in full: one line of 1e999999999 would take all memory
              .formatted(dollars, HIGHEST.toPlainString()),
          "Repeat the call with what may be spent in budget; 0 removes the budget");
    }
    if (dollars.signum() > 0 && dollars.compareTo(Dollars.LEAST) < 0) {
      throw ToolFailure.invalid(
          "/budget",
          "budget is %s, but the least that can be set is %s US dollars"
              .formatted(dollars, Dollars.LEAST.toPlainString()),
          "Repeat the call with at least that in budget; 0 removes the budget");
    }
  }

  /** One in place of whatever is there. */
  public NewBudget(BigDecimal dollars, boolean isPersons) {
    this(dollars, isPersons, Optional.empty());
  }

  public static NewBudget ofPerson(BigDecimal dollars) {
    return new NewBudget(dollars, true);
  }

  /** Gives a task this budget. */
  public void setOfTask(Tables tables, UUID taskId) {
    // why: a lower budget that somebody else sets at the same time must not be raised by it
    tables.lock("what may be spent");
    var limits = tables.costs().findLimits(taskId);
    refuseUnseen(limits.flatMap(CostTable.Limits::ofTask));
    refuseMore(
        limits.flatMap(CostTable.Limits::ofTask),
        "task " + limits.map(CostTable.Limits::taskName).orElse(""),
        "on its page, or by 'baton task update %s --budget'".formatted(taskId));
    tables.costs().limitTask(taskId, dollars);
    limits.ifPresent(
        it ->
            warn(
                tables,
                it.ofTask(),
                budget(Budget.Of.TASK, taskId, it.taskName(), tables.costs().ofTask(taskId))));
  }

  /** The same for a project. */
  public void setOfProject(Tables tables, UUID projectId, String name) {
    tables.lock("what may be spent");
    var old = tables.costs().findLimitOfProject(projectId);
    refuseUnseen(old);
    refuseMore(
        old,
        "project '%s'".formatted(name),
        "on the page Insights, or by 'baton project update %s --budget'".formatted(projectId));
    tables.costs().limitProject(projectId, dollars);
    warn(
        tables,
        old,
        budget(Budget.Of.PROJECT, projectId, name, tables.costs().ofProject(projectId)));
  }

  private Budget budget(Budget.Of of, UUID id, String name, Cost spent) {
    return new Budget(of, Optional.of(id), name, dollars, spent);
  }

  /** A budget can be nearly used up from the first. */
  private static void warn(Tables tables, Optional<BigDecimal> old, Budget budget) {
    var before = old.map(budget::with).map(Budget::level).orElse(Budget.Level.FINE);
    if (budget.limit().signum() > 0 && budget.level().compareTo(before) > 0) {
      tables.costs().warn(budget);
    }
  }

  private void refuseMore(Optional<BigDecimal> limit, String owner, String way) {
    if (!isPersons && limit.filter(this::isMore).isPresent()) {
      throw ToolFailure.invalid(
          "/budget",
          "The budget of %s is %s, and only a person may raise or remove it"
              .formatted(owner, Dollars.words(limit.get())),
          "Ask the user to set it %s; anybody may lower it".formatted(way));
    }
  }

  private void refuseUnseen(Optional<BigDecimal> limit) {
    var now = limit.map(BigDecimal::toPlainString).orElse("");
    if (seen.filter(it -> !it.equals(now)).isPresent()) {
      throw new ToolFailure(
          FailureCode.ALREADY_DONE,
          limit
              .map(
                  it ->
                      "Somebody else set this budget to %s meanwhile".formatted(Dollars.words(it)))
              .orElse("Somebody else removed this budget meanwhile"),
          "Set it again to have yours");
    }
  }

  private boolean isMore(BigDecimal limit) {
    return dollars.signum() == 0 || dollars.compareTo(limit) > 0;
  }
}
