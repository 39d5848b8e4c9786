package dev.baton.app.web.task;

import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.TaskView.Chosen;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.BoardTaskChange;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.BiFunction;

/** Says what tasks and projects may cost, and lets one turn cost more. */
public final class BudgetForms {
  private final Orchestrator orchestrator;
  private final OneTaskPage page;
  private final BiFunction<Visit, ToolFailure, Route.Response> refusedProject;

  /**
   * The forms.
   *
   * @param refusedProject the page with the budget of a project that was not set
   */
  public BudgetForms(
      Orchestrator orchestrator,
      OneTaskPage page,
      BiFunction<Visit, ToolFailure, Route.Response> refusedProject) {
    this.orchestrator = orchestrator;
    this.page = page;
    this.refusedProject = refusedProject;
  }

  public Route.Response setOfTask(Visit visit) {
    var id = visit.requireId("task");
    try {
      var ignored =
          orchestrator.board().changeTask(BoardTaskChange.of(id).withBudget(budget(visit)));
      return Route.Response.seeOther(visit.back().orElse("/tasks/" + id));
    } catch (ToolFailure failure) {
      return page.refused(visit, new Chosen(id, Optional.empty()), Problem.Place.BUDGET, failure);
    }
  }

  public Route.Response exceed(Visit visit) {
    var id = visit.requireId("task");
    var ignored = orchestrator.costs().exceed(id);
    return Route.Response.seeOther(
        visit.back().map(place -> "%s?allowed=%s".formatted(place, id)).orElse("/tasks/" + id));
  }

  public Route.Response setOfProject(Visit visit) {
    var id = visit.requireId("project");
    try {
      var ignored =
          orchestrator
              .autoStarts()
              .change(
                  new PullChange(
                      id, Optional.empty(), Optional.empty(), Optional.of(budget(visit))));
      return Route.Response.seeOther(visit.back().orElse("/insights?project=" + id));
    } catch (ToolFailure failure) {
      return refusedProject.apply(visit, failure);
    }
  }

  private static NewBudget budget(Visit visit) {
    var form = visit.form();
    return new NewBudget(
        dollars(visit), true, Optional.of("seen").filter(form::has).map(form::text));
  }

  /** The dollars that were typed; an empty field removes the budget. */
  private static BigDecimal dollars(Visit visit) {
    var text = visit.form().text("budget").strip().replace("$", "");
    try {
      return text.isEmpty() ? BigDecimal.ZERO : new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw ToolFailure.invalid(
          "/budget",
          "'%s' is no sum of dollars".formatted(text),
          "Write it with digits and a point, such as 7.50");
    }
  }
}
